import type { PublisherPorts } from '../../ports.ts'
import type { Generation } from '../../releases/generation.ts'
import type { Page, Post } from '../../site/site.ts'
import type { Difference } from './difference.ts'
import { type Change, changesNamed, type Reason, type Receipt } from './receipt.ts'
import type { Pending } from './receipt-book.ts'

export interface ReceiptWriter {
  readonly sharedBefore: Receipt['shared'] | undefined
  readonly hasMedia: boolean
  /** Reasons of an earlier attempt that died after the switch. */
  readonly reasonsBefore: readonly Reason[] | undefined
  planned(difference: Difference, shared: Receipt['shared']): void
  rendered(): void
  activated(site: Entries): Promise<void>
  unchanged(site: Entries): Promise<void>
}

interface Entries {
  readonly posts: readonly Post[]
  readonly pages: readonly Page[]
}

type Ports = Pick<PublisherPorts, 'receipts' | 'clock'>
type About = Pick<Generation, 'id' | 'trigger'> & { readonly outputDir: string }

interface Begun extends About {
  readonly startedAt: Date
  /** Noted before the site was loaded, so part of it. */
  readonly noted: Pending
  readonly shown: string | undefined
}

interface Known {
  readonly earlier: Receipt | undefined
  readonly sharedBefore: Receipt['shared'] | undefined
  readonly changes: readonly Change[]
  readonly total: number
}

/** Continues the receipt of an attempt that died after the switch. */
export async function receiptWriter({ receipts, clock }: Ports, begun: Begun): Promise<ReceiptWriter> {
  const { id, outputDir, noted, shown } = begun
  const [sharedBefore, earlier] = await Promise.all([
    receipts.lastShared(outputDir, shown),
    shown === id ? receipts.find(id) : undefined,
  ])
  const taken = new Set(earlier?.changes.map((change) => change.id))
  const fresh = noted.changes.filter((change) => !taken.has(change.id))
  const changes = [...(earlier?.changes ?? []), ...fresh].slice(0, changesNamed)
  const total = (earlier?.changesTotal ?? 0) + noted.total - (noted.changes.length - fresh.length)
  let receipt = receiptOf(begun, { earlier, sharedBefore, changes, total })
  let writing: Promise<unknown> = Promise.resolve()

  async function end(state: 'activated' | 'unchanged', site: Entries): Promise<void> {
    const finishedAt = clock()
    const activatedAt = state === 'activated' ? (receipt.activatedAt ?? finishedAt) : null
    await writing
    const known = new Set(changes.map((change) => change.id))
    const { plannedAt } = receipt
    const since = (await receipts.pending()).changes.filter(
      (change) => !known.has(change.id) && isIn(site, change, plannedAt),
    )
    const all = [...changes, ...since]
    receipt = {
      ...receipt,
      state,
      activatedAt,
      finishedAt,
      changes: all.slice(0, changesNamed),
      changesTotal: total + since.length,
    }
    await receipts.end(
      receipt,
      all.map((change) => change.id),
    )
  }

  return {
    sharedBefore,
    hasMedia: changes.some(({ kind }) => kind === 'media'),
    reasonsBefore: earlier?.reasons.map(({ reason }) => reason),
    planned({ files, reasons, made }, shared) {
      const isAsShown = earlier !== undefined && made.size === 0 && files.removed === 0
      receipt = isAsShown
        ? { ...receipt, shared, plannedAt: receipt.plannedAt ?? clock() }
        : { ...receipt, files, reasons, shared, plannedAt: clock(), activatedAt: null }
      writing = receipts.write(receipt)
      // The next await reports it.
      writing.catch(() => undefined)
    },
    rendered() {
      receipt = { ...receipt, renderedAt: (receipt.activatedAt && receipt.renderedAt) ?? clock() }
    },
    activated: (site) => end('activated', site),
    unchanged: (site) => end('unchanged', site),
  }
}

export async function writeFailure(
  { receipts, clock }: Ports,
  { id, trigger, outputDir }: About,
  { startedAt, error }: { readonly startedAt: Date; readonly error: string },
): Promise<void> {
  const { changes, total } = await receipts.pending()
  const known = await receipts.find(id)
  const begun = known ?? {
    generationId: id,
    trigger,
    outputDir,
    startedAt,
    files: noFiles,
    reasons: [],
    shared: {},
    plannedAt: null,
    renderedAt: null,
    activatedAt: null,
  }
  await receipts.end(
    { ...begun, state: 'failed', changes, changesTotal: total, finishedAt: clock(), error },
    [],
  )
}

function receiptOf(
  { id, trigger, outputDir, startedAt }: Begun,
  { earlier, sharedBefore, changes, total }: Known,
): Receipt {
  return {
    startedAt,
    plannedAt: null,
    renderedAt: null,
    activatedAt: null,
    files: noFiles,
    reasons: [],
    shared: sharedBefore ?? {},
    ...earlier,
    generationId: id,
    trigger,
    outputDir,
    state: 'planned',
    changes,
    changesTotal: total,
    finishedAt: null,
    error: null,
  }
}

const noFiles = { total: 0, rendered: 0, written: 0, copied: 0, removed: 0 }

/** The event came after the site was loaded, but the site has it. */
function isIn(
  { posts, pages }: Entries,
  { kind, entityId, what, updatedAt, acceptedAt }: Change,
  plannedAt: Date | null,
): boolean {
  if (kind !== 'post' && kind !== 'page') return false
  const entry = (kind === 'post' ? posts : pages).find(({ id }) => id === entityId)
  // A draft was never on the site.
  if (!entry)
    return (what === 'deleted' || what === 'unpublished') && plannedAt !== null && acceptedAt <= plannedAt
  return updatedAt !== null && entry.updatedAt >= updatedAt && what !== 'deleted' && what !== 'unpublished'
}
