import type { BlobLedger, Fingerprint, KeptBlob, Ports } from '../ports.ts'
import { type Shelf, shelves } from './shelves.ts'
import { abandonedAfterMs } from './sweep-blobs.ts'

export interface CheckOptions {
  /** Read every byte and compare its digest. */
  readonly deep: boolean
  /** Remove what belongs to nothing and is an hour old, and render incomplete renditions again. */
  readonly repair: boolean
}

export type Finding =
  /** A file or a rendition without its bytes. `isRemade`: it was queued for rendering. */
  | { readonly kind: 'missing'; readonly kept: KeptBlob; readonly isRemade: boolean }
  /** Bytes that are not those that were stored. */
  | { readonly kind: 'damaged'; readonly kept: KeptBlob; readonly why: string; readonly isRemade: boolean }
  /** Bytes that belong to nothing, an hour old or more. */
  | { readonly kind: 'orphan'; readonly key: string; readonly changedAt: Date; readonly isRemoved: boolean }

export interface CheckCounts {
  readonly files: number
  readonly renditions: number
  readonly blobs: number
  /**
   * Bytes that belong to nothing yet and are younger than an hour: an upload or a rendering may be under way.
   */
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
  readonly kept?: KeptBlob
  readonly blob?: Blob
}

/** Rows of one query. */
const batch = 500

/**
 * Compares the files and their renditions with the blobs, both in the order of their keys, so that it needs
 * no memory for either. Runs beside the service: an error is checked a second time before it is reported.
 * Ends with the counts.
 */
export const checkFiles =
  (ports: CheckPorts) =>
  (options: CheckOptions): AsyncGenerator<Finding, CheckCounts> =>
    new FileCheck(ports, options).run()

class FileCheck {
  readonly #ports: CheckPorts
  readonly #options: CheckOptions
  readonly #on: ReturnType<typeof shelves>
  readonly #before: number
  readonly #counts = { files: 0, renditions: 0, blobs: 0, young: 0 }

  constructor(ports: CheckPorts, options: CheckOptions) {
    this.#ports = ports
    this.#options = options
    this.#on = shelves(ports)
    this.#before = ports.clock().getTime() - abandonedAfterMs
  }

  async *run(): AsyncGenerator<Finding, CheckCounts> {
    const { ledger, blobs } = this.#ports
    const { files, renditions, staging } = this.#on
    yield* this.#compared(files, all(ledger.filesAfter), 'files')
    yield* this.#compared(renditions, all(ledger.renditionsAfter), 'renditions')
    const none = all(async () => [])
    yield* this.#compared(staging, none, 'files')
    if (this.#options.repair) await blobs.removeUnfinished(new Date(this.#before))
    return this.#counts
  }

  async *#compared(
    shelf: Shelf,
    rows: AsyncGenerator<KeptBlob>,
    of: 'files' | 'renditions',
  ): AsyncGenerator<Finding> {
    for await (const pair of pairs(rows, this.#ports.blobs.list(shelf.prefix))) {
      if (pair.kept) this.#counts[of] += 1
      if (pair.blob) this.#counts.blobs += 1
      if (!pair.kept && pair.blob && pair.blob.changedAt.getTime() >= this.#before) this.#counts.young += 1
      else yield* this.#judged(shelf, pair)
    }
  }

  async *#judged(shelf: Shelf, { kept, blob }: Pair): AsyncGenerator<Finding> {
    if (!kept) {
      if (blob && !(await isOwned(shelf, blob.key)) && (await this.#exists(blob.key)))
        yield await this.#orphan(blob)
      return
    }
    const fault = blob ? await this.#damage(kept, blob) : 'missing'
    if (fault === undefined || !(await isOwned(shelf, kept.key))) return
    if (fault === 'missing' && (await this.#exists(kept.key))) return
    const isRemade = this.#options.repair && shelf === this.#on.renditions
    if (isRemade) await this.#ports.renditions.askAgain(kept.fileId)
    yield fault === 'missing'
      ? { kind: fault, kept, isRemade }
      : { kind: 'damaged', kept, why: fault, isRemade }
  }

  async #orphan({ key, changedAt }: Blob): Promise<Finding> {
    const { repair } = this.#options
    if (repair) await this.#ports.blobs.remove(key)
    return { kind: 'orphan', key, changedAt, isRemoved: repair }
  }

  async #damage({ key, size, digest }: KeptBlob, blob: Blob): Promise<string | undefined> {
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

const isOwned = async ({ owned }: Shelf, key: string): Promise<boolean> => (await owned([key])).has(key)

async function* all(rowsAfter: BlobLedger['filesAfter']): AsyncGenerator<KeptBlob> {
  for (let last: KeptBlob | undefined; ; ) {
    const some = await rowsAfter(last, batch)
    yield* some
    last = some.at(-1)
    if (last === undefined) return
  }
}

/** Rows and blobs of one key together, those without a partner alone. */
async function* pairs(rows: AsyncGenerator<KeptBlob>, blobs: AsyncIterable<Blob>): AsyncGenerator<Pair> {
  const listed = blobs[Symbol.asyncIterator]()
  let [row, blob] = [await rows.next(), await listed.next()]
  while (!row.done || !blob.done) {
    const [rowKey, key] = [row.done ? undefined : row.value.key, blob.done ? undefined : blob.value.key]
    const hasRow = rowKey !== undefined && (key === undefined || rowKey <= key)
    const hasBlob = key !== undefined && (rowKey === undefined || key <= rowKey)
    yield {
      ...(hasRow ? { kept: row.value as KeptBlob } : {}),
      ...(hasBlob ? { blob: blob.value as Blob } : {}),
    }
    if (hasRow) row = await rows.next()
    if (hasBlob) blob = await listed.next()
  }
}
