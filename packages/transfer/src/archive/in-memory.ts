/** An archive for browsers, which have no folders: texts are in memory, media files stay in the source. */

import { type ByteStream, bytesOf, collect } from '../bytes.ts'
import { type Conversion, convert } from '../convert.ts'
import { TransferError } from '../errors.ts'
import { defaultLimits } from '../limits.ts'
import type { Report } from '../report.ts'
import { shown } from '../source/safe-path.ts'
import type { Tree } from '../source/tree.ts'
import { type Archive, archiveOf } from './read.ts'
import { nullSink, type Sink } from './sink.ts'

export interface Prepared {
  readonly archive: Archive
  readonly report: Report
}

export interface Preparation extends Omit<Conversion, 'sink'> {
  /** Maximum bytes of all texts; default 512 MiB. */
  readonly memoryBytes?: number
}

/**
 * Converts a source and reads each media file once, so that damaged input fails before anything is imported.
 * The tree of the source must stay open while the archive is used.
 * @throws TransferError TOO_LARGE if the texts exceed `memoryBytes`
 */
export async function prepareImport({
  memoryBytes = 512 * 2 ** 20,
  ...conversion
}: Preparation): Promise<Prepared> {
  const texts = new Map<string, Uint8Array>()
  const take = budget(memoryBytes)
  const media = new Map<string, () => Promise<ByteStream>>()
  const discard = nullSink()
  const sink: Sink = {
    ...discard,
    async add(path, data) {
      if (!(data instanceof Uint8Array)) return discard.add(path, data)
      if (!path.startsWith('beside/')) take(data.length)
      texts.set(path, data)
    },
  }
  const { report, manifest } = await convert({
    ...conversion,
    sink,
    onEntry(entry) {
      if (entry.kind === 'media') media.set(`media/${entry.media.file}`, entry.open)
      // Counted here, because the writer collects these records in memory and writes them at the end.
      if (entry.kind === 'beside') take(bytesOf(JSON.stringify(entry.record)).length)
      conversion.onEntry?.(entry)
    },
  })
  return { report, archive: archiveOf(treeOf(texts, media), manifest, conversion.limits ?? defaultLimits) }
}

/** Counts bytes up to a limit. */
function budget(limit: number): (bytes: number) => void {
  let used = 0
  return (bytes) => {
    used += bytes
    if (used > limit)
      throw new TransferError(
        'TOO_LARGE',
        `the texts have more than ${limit} bytes; import the site with the command line`,
      )
  }
}

function treeOf(
  texts: ReadonlyMap<string, Uint8Array>,
  media: ReadonlyMap<string, () => Promise<ByteStream>>,
): Tree {
  async function open(path: string): Promise<ByteStream> {
    const text = texts.get(path)
    const opened = text ? inOneChunk(text) : await media.get(path)?.()
    if (!opened) throw new TransferError('NOT_FOUND', `${shown(path)} does not exist`)
    return opened
  }
  return {
    files: [...texts].map(([path, { length }]) => ({ path, bytes: length })),
    has: (path) => texts.has(path) || media.has(path),
    read: async (path) => texts.get(path) ?? collect(await open(path)),
    open,
    close: async () => undefined,
  }
}

async function* inOneChunk(bytes: Uint8Array): ByteStream {
  yield bytes
}
