import { isAppError } from '@typecase/kernel'
import { referencesBehind } from '../errors.ts'
import type { Ports } from '../ports.ts'
import { type ItemChange, type ItemKey, type ItemUses, itemName } from './item.ts'
import { usesOf } from './reference.ts'

type FollowPorts = Pick<Ports, 'content' | 'markup' | 'references' | 'clock'>

/** A change that was heard of; without a revision the item is read in any case. */
export type HeardChange = ItemKey & Partial<Pick<ItemChange, 'revision' | 'deleted'>>

/**
 * Brings what is known of these items up to date. Safe to repeat, and in any order. An item whose body can't be read embeds
 * nothing, as far as is known: it holds up no other. Only what is not known yet is read: after a long outage most events
 * report what catching up has read already. @throws UPSTREAM_UNAVAILABLE
 */
export const followItems =
  ({ content, markup, references }: FollowPorts) =>
  async (changes: readonly HeardChange[]): Promise<void> => {
    const stale = await staleOf(references, changes)
    if (stale.length === 0) return
    const uses: ItemUses[] = []
    for await (const item of content.items(stale.filter(({ deleted }) => !deleted)))
      uses.push(usesOf(item, (await markup.images(item)) ?? []))
    const found = new Set(uses.map(itemName))
    await references.apply(
      uses,
      stale.filter((key) => !found.has(itemName(key))),
    )
  }

/** Items that are read before the time is looked at again. */
const batchSize = 50
/** Milliseconds that a question waits for the projection; whoever asks waits a little longer. */
const patienceMs = 20_000

/**
 * Brings the projection to where content is at the time of the call: every change that was answered to anybody before is
 * in it afterwards. Asks the owner, not the broker, so it holds while no event arrives (contract.md#media-references). Work that was done counts:
 * a call that ran out of time leaves less for the next.
 * @throws REFERENCES_BEHIND when content cannot be reached or there is too much to catch up with
 */
export const catchUp = (ports: FollowPorts) => {
  const work = advance(ports)
  return async (withinMs = patienceMs): Promise<void> => {
    if (!(await orBehind(work(withinMs)))) throw referencesBehind()
  }
}

/** Milliseconds of work at a time that nobody waits for; between two times other work has the processor. */
const backgroundMs = 1_000

/**
 * Does a part of the catching up ahead of questions, so that thousands of new items never take the processor from those who
 * publish them. True when nothing is left. @throws UPSTREAM_UNAVAILABLE
 */
export const catchUpInBackground = (ports: FollowPorts) => {
  const work = advance(ports)
  return (): Promise<boolean> => work(backgroundMs)
}

/** Works for about that time; true when the projection is where content was at the time of the call. */
const advance = (ports: FollowPorts) => {
  const follow = followItems(ports)
  return async (withinMs: number): Promise<boolean> => {
    const { content, references, clock } = ports
    const until = clock().getTime() + withinMs
    const before = await references.cursor()
    const { changes, cursor } = await content.changesSince(before)
    const stale = await staleOf(references, changes)
    for (let at = 0; at < stale.length; at += batchSize) {
      if (clock().getTime() > until) return false
      await follow(stale.slice(at, at + batchSize))
    }
    if (cursor !== before) await references.moveCursor(cursor)
    return true
  }
}

/** What is not available while a question is answered means that there is no right answer now. @throws REFERENCES_BEHIND */
export async function orBehind<T>(answer: Promise<T>): Promise<T> {
  try {
    return await answer
  } catch (error) {
    throw isAppError(error) && error.kind === 'unavailable' ? referencesBehind(error) : error
  }
}

/** The newest change of each item that is not known yet. */
async function staleOf(references: FollowPorts['references'], changes: readonly HeardChange[]): Promise<readonly HeardChange[]> {
  if (changes.length === 0) return []
  const known = await references.known(changes)
  const newest = new Map<string, HeardChange>()
  for (const change of changes) {
    const name = itemName(change)
    const revision = change.revision ?? Number.POSITIVE_INFINITY
    // A deleted item that was never seen counts too: its mark stops a slower reader that still holds it.
    if (change.revision !== undefined && (known.get(name) ?? 0) >= revision) continue
    if ((newest.get(name)?.revision ?? 0) < revision) newest.set(name, change)
  }
  return [...newest.values()]
}
