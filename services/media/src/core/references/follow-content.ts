import {
  followItems as applyItems,
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
 * Updates the references of these items, idempotently and in any order. A body that cannot be parsed has no
 * references and does not block other items.
 * @throws UPSTREAM_UNAVAILABLE
 */
export const followItems = (ports: FollowPorts) => {
  const projection = referenceProjection(ports)
  return (changes: readonly ReportedChange[]): Promise<void> => applyItems(projection, changes)
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

/** Items between two checks of the deadline. */
const batchSize = 50
/** Milliseconds that a query waits for the projection; callers have a slightly longer deadline. */
const waitLimitMs = 20_000

/**
 * Applies every change of content that was acknowledged before the call (contract.md#media-references). Reads
 * the changes from the content service, not from events. Progress is kept after a timeout.
 * @throws REFERENCES_BEHIND if content is unavailable or there are too many changes
 */
export const catchUp = (ports: FollowPorts) => {
  const work = advance(ports)
  return async (withinMs = waitLimitMs): Promise<void> => {
    if (!(await orThrowBehind(work(withinMs)))) throw referencesBehind()
  }
}

/** Maximum milliseconds of background work per run; other work runs in between. */
const backgroundMs = 1_000

/**
 * Applies changes before queries need them. Runs are short, so that thousands of items do not block the
 * event loop. Returns true when no changes are left.
 * @throws UPSTREAM_UNAVAILABLE
 */
export const catchUpInBackground = (ports: FollowPorts) => {
  const work = advance(ports)
  return (): Promise<boolean> => work(backgroundMs)
}

/**
 * Applies changes for about `withinMs` milliseconds. Returns true if all changes made before the call are
 * applied.
 */
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

/** Converts the error of an unavailable dependency. @throws REFERENCES_BEHIND */
export async function orThrowBehind<T>(answer: Promise<T>): Promise<T> {
  try {
    return await answer
  } catch (error) {
    throw isAppError(error) && error.kind === 'unavailable' ? referencesBehind(error) : error
  }
}
