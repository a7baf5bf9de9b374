import { expect, test } from 'vitest'
import { blobKey, type MediaFile } from '../../src/core/files/file.ts'
import type { BlobLedger, FileStore, StoredBlob } from '../../src/core/ports.ts'
import type { RenditionStore, RenditionTask } from '../../src/core/renditions/ports.ts'
import type { Rendition } from '../../src/core/renditions/rendition.ts'
import { aFile } from './file-store.contract.ts'
import { aRendition } from './rendition-store.contract.ts'

export interface OpenBlobLedger {
  readonly ledger: BlobLedger
  readonly files: FileStore
  readonly renditions: RenditionStore
}

/** Contract of BlobLedger. `open` returns an empty ledger. */
export function blobLedgerContract(open: () => Promise<OpenBlobLedger>): void {
  const now = new Date('2099-01-01T00:00:00.000Z')
  async function read(rowsAfter: BlobLedger['filesAfter'], limit: number): Promise<readonly StoredBlob[]> {
    const all: StoredBlob[] = []
    for (;;) {
      const some = await rowsAfter(all.at(-1), limit)
      expect(some.length).toBeLessThanOrEqual(limit)
      if (some.length === 0) return all
      all.push(...some)
    }
  }

  test('files and renditions are complete and in byte order of their keys, for any page size', async () => {
    const { ledger, files, renditions } = await open()
    expect([await read(ledger.filesAfter, 2), await read(ledger.renditionsAfter, 2)]).toEqual([[], []])
    const storedFiles = [aFile(), aFile(), aFile()]
    const storedRenditions: Rendition[] = []
    for (const file of storedFiles.toReversed()) {
      await files.write((tx) => tx.insert(file))
      // A linguistic collation would order these keys differently.
      const ofFile = ['B', 'a', 'a-1', 'a.1', 'a1'].map((attempt, at) => ({
        ...aRendition(file, at + 1),
        key: `media/renditions/${file.id}/${attempt}`,
      }))
      storedRenditions.push(...ofFile)
      await renditions.enqueue(file.id)
      await renditions.finish((await renditions.claim(now, now)) as RenditionTask, { renditions: ofFile })
    }
    const ofFile = ({ id, filename, size, digest }: MediaFile) => ({
      key: blobKey(id),
      fileId: id,
      filename,
      size,
      digest,
    })
    const ofRendition = ({ key, fileId, filename, size, digest }: Rendition) => ({
      key,
      fileId,
      filename,
      size,
      digest,
    })
    const byBytes = (a: StoredBlob, b: StoredBlob) => Buffer.compare(Buffer.from(a.key), Buffer.from(b.key))
    for (const limit of [1, 2, 4, 100]) {
      expect(await read(ledger.filesAfter, limit)).toEqual(storedFiles.map(ofFile))
      expect(await read(ledger.renditionsAfter, limit)).toEqual(
        storedRenditions.map(ofRendition).toSorted(byBytes),
      )
    }
  })
}
