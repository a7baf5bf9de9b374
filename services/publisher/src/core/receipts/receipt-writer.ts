/** Follows one generation from its beginning to its end, and writes down what becomes of the changes that it takes up. */
import type { Generation } from '../generations/generation.ts'
import type { PublisherPorts } from '../ports.ts'
import type { Page, Post } from '../site/site.ts'
import type { Difference } from './difference.ts'
import { type Change, changesNamed, type Receipt } from './receipt.ts'

export interface ReceiptWriter {
  /** What pages shared before. */
  readonly sharedBefore: Receipt['shared'] | undefined
  readonly hasMedia: boolean
  /** The plan is made; what it comes to is written down meanwhile. */
  planned(difference: Difference, shared: Receipt['shared']): void
  rendered(): void
  /** Readers see it. */
  activated(site: Entries): Promise<void>
  /** It is as it was. */
  unchanged(site: Entries): Promise<void>
}

interface Entries {
  readonly posts: readonly Post[]
  readonly pages: readonly Page[]
}

type Ports = Pick<PublisherPorts, 'receipts' | 'clock'>
type About = Pick<Generation, 'id' | 'trigger'> & { readonly outputDir: string }

/** Whatever was noted before the call is in the site that is loaded behind it. */
export async function receiptWriter({ receipts, clock }: Ports, { id, trigger, outputDir }: About): Promise<ReceiptWriter> {
  const startedAt = clock()
  const [{ changes, total }, sharedBefore] = await Promise.all([receipts.pending(), receipts.lastShared(outputDir)])
  let receipt: Receipt = {
    ...{ generationId: id, trigger, outputDir, state: 'planned', changes, changesTotal: total, startedAt },
    ...{ plannedAt: null, renderedAt: null, activatedAt: null, finishedAt: null, error: null },
    ...{ files: noFiles, reasons: [], shared: sharedBefore ?? {} },
  }
  let writing: Promise<unknown> = Promise.resolve()

  async function end(state: 'activated' | 'unchanged', site: Entries): Promise<void> {
    const finishedAt = clock()
    const activatedAt = state === 'activated' ? finishedAt : null
    await writing
    const known = new Set(changes.map((change) => change.id))
    const since = (await receipts.pending()).changes.filter((change) => !known.has(change.id) && isIn(site, change))
    const all = [...changes, ...since]
    receipt = { ...receipt, state, activatedAt, finishedAt, changes: all.slice(0, changesNamed), changesTotal: total + since.length }
    await receipts.end(
      receipt,
      all.map((change) => change.id),
    )
  }

  return {
    sharedBefore,
    hasMedia: changes.some(({ kind }) => kind === 'media'),
    planned({ files, reasons }, shared) {
      receipt = { ...receipt, files, reasons, shared, plannedAt: clock() }
      writing = receipts.write(receipt)
      // Whoever waits for it is told.
      writing.catch(() => undefined)
    },
    rendered() {
      receipt = { ...receipt, renderedAt: clock() }
    },
    activated: (site) => end('activated', site),
    unchanged: (site) => end('unchanged', site),
  }
}

/** Writes down that a generation came to nothing; its changes wait for the next. */
export async function writeFailure(
  { receipts, clock }: Ports,
  { id, trigger, outputDir }: About,
  { startedAt, error }: { readonly startedAt: Date; readonly error: string },
): Promise<void> {
  const { changes, total } = await receipts.pending()
  const known = await receipts.find(id)
  const begun = known ?? {
    ...{ generationId: id, trigger, outputDir, startedAt, files: noFiles, reasons: [], shared: {} },
    ...{ plannedAt: null, renderedAt: null, activatedAt: null },
  }
  await receipts.end({ ...begun, state: 'failed', changes, changesTotal: total, finishedAt: clock(), error }, [])
}

const noFiles = { total: 0, rendered: 0, written: 0, copied: 0, removed: 0 }

/** Its event came only after the site was loaded, and yet the site has it. */
function isIn({ posts, pages }: Entries, { kind, entityId, what, updatedAt }: Change): boolean {
  if (kind !== 'post' && kind !== 'page') return false
  const entry = (kind === 'post' ? posts : pages).find(({ id }) => id === entityId)
  if (!entry) return what === 'deleted' || what === 'unpublished'
  return updatedAt !== null && entry.updatedAt >= updatedAt && what !== 'deleted' && what !== 'unpublished'
}
