import type { BlobLedger, Fingerprint, Ports, StoredBlob } from '../ports.ts'
import { type BlobNamespace, blobNamespaces } from './blob-namespaces.ts'
import { abandonedAfterMs } from './prune-blobs.ts'

export interface CheckOptions {
  /** Read every byte and compare digests. */
  readonly deep: boolean
  /** Remove orphans older than an hour, and render damaged or missing renditions again. */
  readonly repair: boolean
}

export type Finding =
  /** A file or rendition without its bytes. `isQueued` is true if the check has queued it for rendering. */
  | { readonly kind: 'missing'; readonly stored: StoredBlob; readonly isQueued: boolean }
  /** Bytes with the wrong size or digest. */
  | {
      readonly kind: 'damaged'
      readonly stored: StoredBlob
      readonly why: string
      readonly isQueued: boolean
    }
  /** A blob without a row, at least an hour old. */
  | { readonly kind: 'orphan'; readonly key: string; readonly changedAt: Date; readonly isRemoved: boolean }

export interface CheckCounts {
  readonly files: number
  readonly renditions: number
  readonly blobs: number
  /** Blobs without a row that are younger than an hour: an upload or rendering may be running. */
  readonly young: number
}

type CheckPorts = Pick<Ports, 'files' | 'renditions' | 'blobs' | 'clock'> & {
  readonly ledger: BlobLedger
  readonly fingerprint: Fingerprint
}

interface Blob {
  readonly key: string
  readonly size: number
  readonly changedAt: Date
}

interface Pair {
  readonly stored?: StoredBlob
  readonly blob?: Blob
}

/** Maximum rows per query. */
const batch = 500

/**
 * Compares rows of files and renditions with blobs in key order, using constant memory. Checks every finding
 * a second time, because the service may be running. Returns the counts.
 */
export const checkFiles =
  (ports: CheckPorts) =>
  (options: CheckOptions): AsyncGenerator<Finding, CheckCounts> =>
    new FileCheck(ports, options).run()

class FileCheck {
  readonly #ports: CheckPorts
  readonly #options: CheckOptions
  readonly #namespaces: ReturnType<typeof blobNamespaces>
  readonly #before: number
  readonly #counts = { files: 0, renditions: 0, blobs: 0, young: 0 }

  constructor(ports: CheckPorts, options: CheckOptions) {
    this.#ports = ports
    this.#options = options
    this.#namespaces = blobNamespaces(ports)
    this.#before = ports.clock().getTime() - abandonedAfterMs
  }

  async *run(): AsyncGenerator<Finding, CheckCounts> {
    const { ledger, blobs } = this.#ports
    const { files, renditions, staging } = this.#namespaces
    yield* this.#compared(files, all(ledger.filesAfter), 'files')
    yield* this.#compared(renditions, all(ledger.renditionsAfter), 'renditions')
    const none = all(async () => [])
    yield* this.#compared(staging, none, 'files')
    if (this.#options.repair) await blobs.removeUnfinished(new Date(this.#before))
    return this.#counts
  }

  async *#compared(
    namespace: BlobNamespace,
    rows: AsyncGenerator<StoredBlob>,
    of: 'files' | 'renditions',
  ): AsyncGenerator<Finding> {
    for await (const pair of pairs(rows, this.#ports.blobs.list(namespace.prefix))) {
      if (pair.stored) this.#counts[of] += 1
      if (pair.blob) this.#counts.blobs += 1
      if (!pair.stored && pair.blob && pair.blob.changedAt.getTime() >= this.#before) this.#counts.young += 1
      else yield* this.#findingsOf(namespace, pair)
    }
  }

  async *#findingsOf(namespace: BlobNamespace, { stored, blob }: Pair): AsyncGenerator<Finding> {
    if (!stored) {
      if (blob && !(await isOwned(namespace, blob.key)) && (await this.#exists(blob.key)))
        yield* this.#orphan(namespace, blob)
      return
    }
    const problem = blob ? await this.#damage(stored, blob) : 'missing'
    if (problem === undefined || !(await isOwned(namespace, stored.key))) return
    if (problem === 'missing' && (await this.#exists(stored.key))) return
    const isQueued = this.#options.repair && namespace === this.#namespaces.renditions
    if (isQueued) await this.#ports.renditions.requeue(stored.fileId)
    yield problem === 'missing'
      ? { kind: problem, stored, isQueued }
      : { kind: 'damaged', stored, why: problem, isQueued }
  }

  async *#orphan({ removeOrphan }: BlobNamespace, { key, changedAt }: Blob): AsyncGenerator<Finding> {
    const { repair } = this.#options
    if (repair && !(await removeOrphan(key))) return
    yield { kind: 'orphan', key, changedAt, isRemoved: repair }
  }

  async #damage({ key, size, digest }: StoredBlob, blob: Blob): Promise<string | undefined> {
    if (blob.size !== size) return `${blob.size} bytes instead of ${size}`
    const found = this.#options.deep ? await this.#ports.fingerprint(key) : digest
    if (found === undefined) return 'missing'
    return found === digest ? undefined : `SHA-256 ${found} instead of ${digest}`
  }

  async #exists(key: string): Promise<boolean> {
    for await (const blob of this.#ports.blobs.list(key)) if (blob.key === key) return true
    return false
  }
}

const isOwned = async ({ owned }: BlobNamespace, key: string): Promise<boolean> =>
  (await owned([key])).has(key)

async function* all(rowsAfter: BlobLedger['filesAfter']): AsyncGenerator<StoredBlob> {
  for (let last: StoredBlob | undefined; ; ) {
    const some = await rowsAfter(last, batch)
    yield* some
    last = some.at(-1)
    if (last === undefined) return
  }
}

/** Joins rows and blobs by key. A pair may lack its row or its blob. */
async function* pairs(rows: AsyncGenerator<StoredBlob>, blobs: AsyncIterable<Blob>): AsyncGenerator<Pair> {
  const listed = blobs[Symbol.asyncIterator]()
  let [row, blob] = [await rows.next(), await listed.next()]
  while (!row.done || !blob.done) {
    const [rowKey, key] = [row.done ? undefined : row.value.key, blob.done ? undefined : blob.value.key]
    const hasRow = rowKey !== undefined && (key === undefined || rowKey <= key)
    const hasBlob = key !== undefined && (rowKey === undefined || key <= rowKey)
    yield {
      ...(hasRow ? { stored: row.value as StoredBlob } : {}),
      ...(hasBlob ? { blob: blob.value as Blob } : {}),
    }
    if (hasRow) row = await rows.next()
    if (hasBlob) blob = await listed.next()
  }
}
