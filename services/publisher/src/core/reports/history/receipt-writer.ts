import type { PublisherPorts } from '../../ports.ts'
import type { Generation } from '../../releases/generation.ts'
import type { Page, Post } from '../../site/site.ts'
import type { ChangedBesides, Difference } from './difference.ts'
import { type Change, changesNamed, type Reason, type Receipt } from './receipt.ts'
import type { Pending } from './receipt-book.ts'

interface Entries {
  readonly posts: readonly Post[]
  readonly pages: readonly Page[]
}

type Ports = Pick<PublisherPorts, 'receipts' | 'clock'>
type About = Pick<Generation, 'id' | 'trigger'> & { readonly outputDir: string }

interface Begun extends About {
  readonly startedAt: Date
  /** Changes noted before the site was loaded, so the site contains them. */
  readonly noted: Pending
  readonly shown: string | undefined
}

interface Known {
  readonly earlier: Receipt | undefined
  readonly sharedBefore: Receipt['shared'] | undefined
  readonly changes: readonly Change[]
  readonly total: number
}

/** Opens a receipt, or continues that of an earlier attempt whose process died after the activation. */
export async function openReceipt(ports: Ports, begun: Begun): Promise<ReceiptWriter> {
  const { id, outputDir, noted, shown } = begun
  const [sharedBefore, earlier] = await Promise.all([
    ports.receipts.lastShared(outputDir, shown),
    shown === id ? ports.receipts.find(id) : undefined,
  ])
  const taken = new Set(earlier?.changes.map((change) => change.id))
  const fresh = noted.changes.filter((change) => !taken.has(change.id))
  const changes = [...(earlier?.changes ?? []), ...fresh].slice(0, changesNamed)
  const total = (earlier?.changesTotal ?? 0) + noted.total - (noted.changes.length - fresh.length)
  return new ReceiptWriter(ports, begun, { earlier, sharedBefore, changes, total })
}

export class ReceiptWriter {
  readonly #ports: Ports
  readonly #known: Known
  #receipt: Receipt
  #writing: Promise<unknown> = Promise.resolve()

  constructor(ports: Ports, begun: Begun, known: Known) {
    this.#ports = ports
    this.#known = known
    this.#receipt = receiptOf(begun, known)
  }

  get sharedBefore(): Receipt['shared'] | undefined {
    return this.#known.sharedBefore
  }

  get besides(): ChangedBesides {
    const { changes } = this.#known
    return {
      hasMedia: changes.some(({ kind }) => kind === 'media'),
      hasProfiles: changes.some(({ kind }) => kind === 'user'),
    }
  }

  /** Reasons of an earlier attempt whose process died after the activation. */
  get reasonsBefore(): readonly Reason[] | undefined {
    return this.#known.earlier?.reasons.map(({ reason }) => reason)
  }

  planned({ files, reasons, filesToWrite }: Difference, shared: Receipt['shared']): void {
    const { receipts, clock } = this.#ports
    const isAsShown = this.#known.earlier !== undefined && filesToWrite.size === 0 && files.removed === 0
    const receipt = this.#receipt
    this.#receipt = isAsShown
      ? { ...receipt, shared, plannedAt: receipt.plannedAt ?? clock() }
      : { ...receipt, files, reasons, shared, plannedAt: clock(), activatedAt: null }
    this.#writing = receipts.write(this.#receipt)
    // Handled later: `#end` awaits this write and throws its error.
    this.#writing.catch(() => undefined)
  }

  rendered(): void {
    const { activatedAt, renderedAt } = this.#receipt
    this.#receipt = { ...this.#receipt, renderedAt: (activatedAt && renderedAt) ?? this.#ports.clock() }
  }

  activated(site: Entries): Promise<void> {
    return this.#end('activated', site)
  }

  unchanged(site: Entries): Promise<void> {
    return this.#end('unchanged', site)
  }

  async #end(state: 'activated' | 'unchanged', site: Entries): Promise<void> {
    const { receipts, clock } = this.#ports
    const finishedAt = clock()
    const activatedAt = state === 'activated' ? (this.#receipt.activatedAt ?? finishedAt) : null
    await this.#writing
    const { changes, total } = this.#known
    const known = new Set(changes.map((change) => change.id))
    const { plannedAt } = this.#receipt
    const since = (await receipts.pending()).changes.filter(
      (change) => !known.has(change.id) && isIn(site, change, plannedAt),
    )
    const all = [...changes, ...since]
    const end = {
      state,
      activatedAt,
      finishedAt,
      changes: all.slice(0, changesNamed),
      changesTotal: total + since.length,
    }
    await receipts.end(
      { ...this.#receipt, ...end },
      all.map((change) => change.id),
    )
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

/** True if the site contains the change although its event arrived after loading. */
function isIn(
  { posts, pages }: Entries,
  { kind, entityId, what, updatedAt, acceptedAt }: Change,
  plannedAt: Date | null,
): boolean {
  if (kind !== 'post' && kind !== 'page') return false
  const entry = (kind === 'post' ? posts : pages).find(({ id }) => id === entityId)
  // A missing entry was deleted, unpublished or never published.
  if (!entry)
    return (what === 'deleted' || what === 'unpublished') && plannedAt !== null && acceptedAt <= plannedAt
  return updatedAt !== null && entry.updatedAt >= updatedAt && what !== 'deleted' && what !== 'unpublished'
}
