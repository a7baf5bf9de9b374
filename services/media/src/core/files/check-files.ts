import type { BlobLedger, Fingerprint, KeptBlob, Ports } from '../ports.ts'
import { type Shelf, shelves } from './shelves.ts'
import { abandonedAfterMs } from './sweep-blobs.ts'

export interface CheckOptions {
  /** Read every byte and compare its digest. */
  readonly deep: boolean
  /** Remove what belongs to nothing and is an hour old, and have renditions that are not whole made again. */
  readonly repair: boolean
}

export type Finding =
  /** A file or a rendition without its bytes. `isRemade`: it was put in line to be made again. */
  | { readonly kind: 'missing'; readonly kept: KeptBlob; readonly isRemade: boolean }
  /** Bytes that are not those that were stored. */
  | { readonly kind: 'damaged'; readonly kept: KeptBlob; readonly why: string; readonly isRemade: boolean }
  /** Bytes that belong to nothing, an hour old or more. */
  | { readonly kind: 'orphan'; readonly key: string; readonly changedAt: Date; readonly isRemoved: boolean }

export interface CheckCounts {
  readonly files: number
  readonly renditions: number
  readonly blobs: number
  /** Bytes that belong to nothing yet and are younger than an hour: an upload or a rendering may be under way. */
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

/** Rows of one question. */
const batch = 500

/**
 * Compares the files and their renditions with the blobs, both in the order of their keys, so that it needs no memory for
 * either. Runs beside the service: whatever looks wrong is looked at a second time before it is told. Ends with the counts.
 */
export const checkFiles = (ports: CheckPorts) => {
  const { blobs, renditions, clock, ledger, fingerprint } = ports
  const on = shelves(ports)

  async function* judged(
    shelf: Shelf,
    { kept, blob }: Pair,
    { deep, repair }: CheckOptions,
  ): AsyncGenerator<Finding> {
    if (!kept) {
      if (blob && !(await isOwned(shelf, blob.key)) && (await isThere(blob.key)))
        yield await orphan(blob, repair)
      return
    }
    const fault = blob ? await damage(kept, blob, deep) : 'missing'
    if (fault === undefined || !(await isOwned(shelf, kept.key))) return
    if (fault === 'missing' && (await isThere(kept.key))) return
    const isRemade = repair && shelf === on.renditions
    if (isRemade) await renditions.askAgain(kept.fileId)
    yield fault === 'missing'
      ? { kind: fault, kept, isRemade }
      : { kind: 'damaged', kept, why: fault, isRemade }
  }
  async function orphan({ key, changedAt }: Blob, repair: boolean): Promise<Finding> {
    if (repair) await blobs.remove(key)
    return { kind: 'orphan', key, changedAt, isRemoved: repair }
  }
  async function damage(
    { key, size, digest }: KeptBlob,
    blob: Blob,
    deep: boolean,
  ): Promise<string | undefined> {
    if (blob.size !== size) return `${blob.size} bytes instead of ${size}`
    const found = deep ? await fingerprint(key) : digest
    if (found === undefined) return 'missing'
    return found === digest ? undefined : `SHA-256 ${found} instead of ${digest}`
  }
  const isOwned = async ({ owned }: Shelf, key: string) => (await owned([key])).has(key)
  const isThere = async (key: string): Promise<boolean> => {
    for await (const blob of blobs.list(key)) if (blob.key === key) return true
    return false
  }

  return async function* check(options: CheckOptions): AsyncGenerator<Finding, CheckCounts> {
    const before = clock().getTime() - abandonedAfterMs
    const counts = { files: 0, renditions: 0, blobs: 0, young: 0 }
    async function* compared(
      shelf: Shelf,
      rows: AsyncGenerator<KeptBlob>,
      of: 'files' | 'renditions',
    ): AsyncGenerator<Finding> {
      for await (const pair of pairs(rows, blobs.list(shelf.prefix))) {
        if (pair.kept) counts[of] += 1
        if (pair.blob) counts.blobs += 1
        if (!pair.kept && pair.blob && pair.blob.changedAt.getTime() >= before) counts.young += 1
        else yield* judged(shelf, pair, options)
      }
    }
    yield* compared(on.files, all(ledger.filesAfter), 'files')
    yield* compared(on.renditions, all(ledger.renditionsAfter), 'renditions')
    yield* compared(
      on.staging,
      all(async () => []),
      'files',
    )
    if (options.repair) await blobs.removeUnfinished(new Date(before))
    return counts
  }
}

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
