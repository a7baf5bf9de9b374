import type { FileLedger, Fingerprint, KeptFile, Ports } from '../ports.ts'
import { blobKey, blobPrefix, stagingPrefix } from './file.ts'
import { abandonedAfterMs } from './sweep-blobs.ts'

export interface CheckOptions {
  /** Read every byte and compare its digest. */
  readonly deep: boolean
  /** Remove what belongs to no file and is an hour old. */
  readonly repair: boolean
}

export type Finding =
  /** A file without its bytes. */
  | { readonly kind: 'missing'; readonly file: KeptFile }
  /** A file whose bytes are not those that were stored. */
  | { readonly kind: 'damaged'; readonly file: KeptFile; readonly why: string }
  /** Bytes that belong to no file, an hour old or more. */
  | { readonly kind: 'orphan'; readonly key: string; readonly changedAt: Date; readonly removed: boolean }

export interface CheckCounts {
  readonly files: number
  readonly blobs: number
  /** Bytes without a file that are younger than an hour: an upload may be under way. */
  readonly young: number
}

type CheckPorts = Pick<Ports, 'files' | 'blobs' | 'clock'> & { readonly ledger: FileLedger; readonly fingerprint: Fingerprint }

interface Blob {
  readonly key: string
  readonly size: number
  readonly changedAt: Date
}

interface Pair {
  readonly file?: KeptFile
  readonly blob?: Blob
}

/** Rows of one question. */
const batch = 500

/**
 * Compares the files with the blobs, both in the order of their keys, so that it needs no memory for either. Runs beside the
 * service: whatever looks wrong is looked at a second time before it is told. Ends with the counts.
 */
export const checkFiles = ({ files, blobs, clock, ledger, fingerprint }: CheckPorts) => {
  async function* orphan({ key, changedAt }: Blob, repair: boolean): AsyncGenerator<Finding> {
    if ((await files.existing([key.slice(blobPrefix.length)])).size > 0 || !(await found(key))) return
    if (repair) await blobs.remove(key)
    yield { kind: 'orphan', key, changedAt, removed: repair }
  }
  async function* missing(file: KeptFile): AsyncGenerator<Finding> {
    if ((await isStillKept(file)) && !(await found(blobKey(file.id)))) yield { kind: 'missing', file }
  }
  async function* compared(file: KeptFile, blob: Blob, deep: boolean): AsyncGenerator<Finding> {
    if (blob.size !== file.size) yield { kind: 'damaged', file, why: `${blob.size} bytes instead of ${file.size}` }
    else if (deep) {
      const digest = await fingerprint(blob.key)
      if (digest === undefined) yield* missing(file)
      else if (digest !== file.digest) yield { kind: 'damaged', file, why: `SHA-256 ${digest} instead of ${file.digest}` }
    }
  }
  const isStillKept = async ({ id }: KeptFile) => (await files.existing([id])).size > 0
  const found = async (key: string): Promise<boolean> => {
    for await (const blob of blobs.list(key)) if (blob.key === key) return true
    return false
  }

  return async function* check({ deep, repair }: CheckOptions): AsyncGenerator<Finding, CheckCounts> {
    const before = clock().getTime() - abandonedAfterMs
    const counts = { files: 0, blobs: 0, young: 0 }
    async function* judged({ file, blob }: Pair): AsyncGenerator<Finding> {
      if (file && blob) yield* compared(file, blob, deep)
      else if (file) yield* missing(file)
      else if (blob && blob.changedAt.getTime() < before) yield* orphan(blob, repair)
      else counts.young += 1
    }
    for await (const pair of pairs(allFiles(ledger), blobs.list(blobPrefix))) {
      counts.files += pair.file ? 1 : 0
      counts.blobs += pair.blob ? 1 : 0
      yield* judged(pair)
    }
    for await (const blob of blobs.list(stagingPrefix)) yield* judged({ blob })
    if (repair) await blobs.removeUnfinished(new Date(before))
    return counts
  }
}

async function* allFiles(ledger: FileLedger): AsyncGenerator<KeptFile> {
  for (let after: string | undefined; ; ) {
    const some = await ledger.filesAfter(after, batch)
    yield* some
    after = some.at(-1)?.id
    if (after === undefined) return
  }
}

/** Files and blobs of one key together, those without a partner alone. */
async function* pairs(files: AsyncGenerator<KeptFile>, blobs: AsyncIterable<Blob>): AsyncGenerator<Pair> {
  const listed = blobs[Symbol.asyncIterator]()
  let [file, blob] = [await files.next(), await listed.next()]
  while (!file.done || !blob.done) {
    const [fileKey, key] = [file.done ? undefined : blobKey(file.value.id), blob.done ? undefined : blob.value.key]
    const hasFile = fileKey !== undefined && (key === undefined || fileKey <= key)
    const hasBlob = key !== undefined && (fileKey === undefined || key <= fileKey)
    yield { ...(hasFile ? { file: file.value as KeptFile } : {}), ...(hasBlob ? { blob: blob.value as Blob } : {}) }
    if (hasFile) file = await files.next()
    if (hasBlob) blob = await listed.next()
  }
}
