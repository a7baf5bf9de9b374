import {
  followItems as bringUpToDate,
  followChanges,
  isAppError,
  type Projection,
  type ReportedChange,
} from '@typecase/kernel'
import { referencesBehind } from '../errors.ts'
import type { Ports } from '../ports.ts'
import type { ItemUses } from './item.ts'
import { usesOf } from './reference.ts'

type FollowPorts = Pick<Ports, 'content' | 'markup' | 'references' | 'clock'>

/**
 * Brings the references of these items up to date. Safe to repeat, and in any order. An item whose body cannot be parsed
 * counts as embedding nothing, so it does not hold up others. After a long outage most events report what catching up has
 * read already. @throws UPSTREAM_UNAVAILABLE
 */
export const followItems = (ports: FollowPorts) => {
  const projection = referenceProjection(ports)
  return (changes: readonly ReportedChange[]): Promise<void> => bringUpToDate(projection, changes)
}

const referenceProjection = ({
  content,
  markup,
  references,
}: FollowPorts): Projection<ReportedChange, ItemUses> => ({
  revisions: (changes) => references.known(changes),
  async read(keys) {
    const uses: ItemUses[] = []
    for await (const item of content.items(keys)) uses.push(usesOf(item, (await markup.images(item)) ?? []))
    return uses
  },
  apply: (items, gone) => references.apply(items, gone),
  moveCursor: (cursor) => references.moveCursor(cursor),
})

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
  const projection = referenceProjection(ports)
  return async (withinMs: number): Promise<boolean> => {
    const { content, references, clock } = ports
    const until = clock().getTime() + withinMs
    const before = await references.cursor()
    const since = await content.changesSince(before)
    return followChanges(projection, before, since, {
      batchSize,
      mayContinue: () => clock().getTime() <= until,
    })
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
