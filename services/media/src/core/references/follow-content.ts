import { isAppError } from '@typecase/kernel'
import { referencesBehind } from '../errors.ts'
import type { Ports } from '../ports.ts'
import { type ItemChange, type ItemKey, itemName } from './item.ts'
import { usesOf } from './reference.ts'

type FollowPorts = Pick<Ports, 'content' | 'markup' | 'references' | 'clock'>

/**
 * Brings what is known of one item up to date. Safe to repeat, and in any order. An item whose body can't be read embeds
 * nothing, as far as is known: it holds up no other. With a revision it is read only when less than that is known: after a
 * long outage most of the events tell what catching up has read already. @throws UPSTREAM_UNAVAILABLE
 */
export const followItem =
  ({ content, markup, references }: FollowPorts) =>
  async (key: ItemKey, revision?: number): Promise<void> => {
    if (revision !== undefined && ((await references.known([key])).get(itemName(key)) ?? 0) >= revision) return
    const item = await content.item(key)
    if (item) await references.apply(usesOf(item, (await markup.images(item)) ?? []))
    else await references.forget(key)
  }

/** Of each, whether the item is known as it is at that revision, or a newer one: who tells of it tells nothing new. */
export const knownItems =
  ({ references }: Pick<FollowPorts, 'references'>) =>
  async (changes: readonly Omit<ItemChange, 'deleted'>[]): Promise<readonly boolean[]> => {
    const known = await references.known(changes)
    return changes.map((change) => (known.get(itemName(change)) ?? 0) >= change.revision)
  }

/** Items that are asked for at a time. */
const parallel = 8
/** Milliseconds that a question waits for the projection; whoever asks waits a little longer. */
const patienceMs = 20_000

/**
 * Brings the projection to where content is at the time of the call: every change that was answered to anybody before is
 * in it afterwards. Asks the owner, not the broker, so it holds while no event arrives (D8.8). Work that was done counts:
 * a call that ran out of time leaves less for the next.
 * @throws REFERENCES_BEHIND when content cannot be reached or there is too much to catch up with
 */
export const catchUp = (ports: FollowPorts) => {
  const follow = followItem(ports)
  return async (withinMs = patienceMs): Promise<void> => {
    const { content, references, clock } = ports
    const until = clock().getTime() + withinMs
    const before = await references.cursor()
    const { changes, cursor } = await orBehind(content.changesSince(before))
    const stale = await staleOf(references, changes)
    for (let at = 0; at < stale.length; at += parallel) {
      if (clock().getTime() > until) throw referencesBehind()
      const some = stale.slice(at, at + parallel)
      // Others may have brought some of them up to date meanwhile: events do, and who asks at the same time.
      await orBehind(Promise.all(some.map((change) => (change.deleted ? references.forget(change) : follow(change, change.revision)))))
    }
    if (cursor !== before) await references.moveCursor(cursor)
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

async function staleOf(references: FollowPorts['references'], changes: readonly ItemChange[]): Promise<readonly ItemChange[]> {
  if (changes.length === 0) return []
  const known = await references.known(changes)
  // A deleted item that was never seen counts too: its mark stops a slower reader that still holds it.
  return changes.filter((change) => (known.get(itemName(change)) ?? 0) < change.revision)
}
