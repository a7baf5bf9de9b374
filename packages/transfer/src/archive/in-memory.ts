/**
 * An archive whose texts are in memory and whose media stay in their source: for browsers, which have no
 * folder.
 */

import { type ByteStream, collect } from '../bytes.ts'
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

/**
 * Converts a source completely, and reads each media file once, so that damaged input is refused before any
 * change. The tree must stay open while the archive is in use.
 * @throws TransferError
 */
export async function prepareImport(conversion: Omit<Conversion, 'sink'>): Promise<Prepared> {
  const texts = new Map<string, Uint8Array>()
  const media = new Map<string, () => Promise<ByteStream>>()
  const discard = nullSink()
  const sink: Sink = {
    ...discard,
    async add(path, data) {
      if (data instanceof Uint8Array) texts.set(path, data)
      else await discard.add(path, data)
    },
  }
  const { report, manifest } = await convert({
    ...conversion,
    sink,
    onEntry(entry) {
      if (entry.kind === 'media') media.set(`media/${entry.media.file}`, entry.open)
      conversion.onEntry?.(entry)
    },
  })
  return { report, archive: archiveOf(treeOf(texts, media), manifest, conversion.limits ?? defaultLimits) }
}

function treeOf(
  texts: ReadonlyMap<string, Uint8Array>,
  media: ReadonlyMap<string, () => Promise<ByteStream>>,
): Tree {
  async function open(path: string): Promise<ByteStream> {
    const opened = await media.get(path)?.()
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
