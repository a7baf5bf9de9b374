import { describe, expect, test } from 'vitest'
import { aFile } from '../../../test/contracts/file-store.contract.ts'
import { aRendition } from '../../../test/contracts/rendition-store.contract.ts'
import { memoryBlobLedger } from '../../../test/memory/blob-ledger.ts'
import { memoryFileStore } from '../../../test/memory/file-store.ts'
import { memoryRenditionStore } from '../../../test/memory/rendition-store.ts'
import type { RenditionTask } from '../renditions/ports.ts'
import { renditionKey } from '../renditions/rendition.ts'
import { type CheckOptions, checkFiles, type Finding } from './check-files.ts'
import { blobKey, type MediaFile, stagingKey } from './file.ts'

const now = new Date('2026-06-01T12:00:00Z')
const minutesAgo = (minutes: number) => new Date(now.getTime() - minutes * 60_000)

async function fixture(count: number) {
  const files = memoryFileStore()
  const kept = Array.from({ length: count }, () => aFile({ size: 10 }))
  await files.write(async (tx) => {
    for (const file of kept.toReversed()) await tx.insert(file)
  })
  const blobs = new Map(
    kept.map((file) => [
      blobKey(file.id),
      { size: file.size, digest: file.digest, changedAt: minutesAgo(500) },
    ]),
  )
  /** Changes of other processes. Each call of `list` runs the next change after it has read the blobs. */
  const concurrentChanges: (() => Promise<void>)[] = []
  const renditions = memoryRenditionStore(files)
  const render = async (file: MediaFile, ...widths: number[]) => {
    await renditions.enqueue(file.id)
    const made = widths.map((width) => aRendition(file, width))
    await renditions.finish((await renditions.claim(now, now)) as RenditionTask, { renditions: made })
    for (const { key, size, digest } of made) blobs.set(key, { size, digest, changedAt: minutesAgo(500) })
    return made.map(({ key }) => key)
  }
  const check = checkFiles({
    files,
    renditions,
    clock: () => now,
    ledger: memoryBlobLedger({ files, renditions }),
    fingerprint: async (key) => blobs.get(key)?.digest,
    blobs: {
      list: async function* (prefix) {
        const listed = [...blobs]
          .filter(([key]) => key.startsWith(prefix))
          .toSorted(([a], [b]) => (a < b ? -1 : 1))
        await concurrentChanges.shift()?.()
        for (const [key, { size, changedAt }] of listed) yield { key, size, changedAt }
      },
      remove: async (key) => void blobs.delete(key),
      removeUnfinished: async () => 0,
      read: () => {
        throw new Error('not called')
      },
      write: () => {
        throw new Error('not called')
      },
    },
  })
  const run = async (options: Partial<CheckOptions> = {}) => {
    const found: Finding[] = []
    const findings = check({ deep: false, repair: false, ...options })
    for (;;) {
      const next = await findings.next()
      if (next.done) return { found, counts: next.value }
      found.push(next.value)
    }
  }
  const put = (key: string, changedAt: Date) => blobs.set(key, { size: 1, digest: 'x', changedAt })
  return { files, renditions, kept, blobs, render, run, put, concurrentChanges }
}
function nth(files: readonly MediaFile[], n: number): MediaFile {
  const file = files[n]
  if (!file) throw new Error(`there is no file ${n}`)
  return file
}

describe('the check of the files', () => {
  test('reports nothing if every file has its bytes, across several batches', async () => {
    const { run } = await fixture(1_203)
    expect(await run({ deep: true })).toEqual({
      found: [],
      counts: { files: 1_203, renditions: 0, blobs: 1_203, young: 0 },
    })
  })

  test('finds files without bytes and bytes without a file, at every position of the list', async () => {
    const { kept, blobs, run, put } = await fixture(5)
    for (const n of [0, 2, 4]) blobs.delete(blobKey(nth(kept, n).id))
    const orphans = [blobKey('0'), blobKey(`${nth(kept, 1).id}0`), blobKey('z'), stagingKey('x')]
    for (const key of orphans) put(key, minutesAgo(61))
    const { found, counts } = await run()
    const missing = found.flatMap((finding) => (finding.kind === 'missing' ? [finding.stored.fileId] : []))
    expect(missing).toEqual([0, 2, 4].map((n) => nth(kept, n).id))
    expect(found.flatMap((finding) => (finding.kind === 'orphan' ? [finding.key] : []))).toEqual(orphans)
    expect([found.length, counts]).toEqual([7, { files: 5, renditions: 0, blobs: 6, young: 0 }])
  })

  test('treats recent bytes as a running upload, and removes nothing without `repair`', async () => {
    const { blobs, run, put } = await fixture(1)
    for (const key of [blobKey('0'), stagingKey('x')]) put(key, minutesAgo(59))
    expect(await run({ repair: true })).toMatchObject({ found: [], counts: { young: 2 } })
    put(blobKey('1'), minutesAgo(61))
    expect((await run()).found).toMatchObject([{ kind: 'orphan', isRemoved: false }])
    expect(blobs.size).toBe(4)
  })

  test('repairs by removing orphans, and never touches a file', async () => {
    const { kept, blobs, run, put } = await fixture(2)
    put(blobKey('1'), minutesAgo(61))
    put(stagingKey(nth(kept, 0).id), minutesAgo(61))
    expect((await run({ repair: true })).found).toMatchObject([{ isRemoved: true }, { isRemoved: true }])
    expect((await run()).found).toEqual([])
    expect([...blobs.keys()]).toEqual(kept.map(({ id }) => blobKey(id)))
  })

  test('finds bytes of the wrong size and, with `deep`, of the wrong digest', async () => {
    const { kept, blobs, run } = await fixture(3)
    const [short, changed] = [nth(kept, 0), nth(kept, 1)]
    blobs.set(blobKey(short.id), { size: 9, digest: short.digest, changedAt: now })
    blobs.set(blobKey(changed.id), { size: changed.size, digest: 'other', changedAt: now })
    expect((await run()).found).toMatchObject([
      { kind: 'damaged', stored: { fileId: short.id }, why: '9 bytes instead of 10' },
    ])
    expect((await run({ deep: true })).found).toMatchObject([
      { kind: 'damaged', stored: { fileId: short.id } },
      { kind: 'damaged', stored: { fileId: changed.id }, why: `SHA-256 other instead of ${changed.digest}` },
    ])
  })

  test('reports no errors for files that are uploaded or deleted concurrently', async () => {
    // The row of this upload is written when the check has already read the rows that sort after it.
    const slow = aFile({ size: 1 })
    const { files, kept, blobs, run, put, concurrentChanges } = await fixture(3)
    const [deleted, uploaded] = [nth(kept, 1), aFile({ size: 1 })]
    put(blobKey(slow.id), minutesAgo(61))
    concurrentChanges.push(async () => {
      blobs.delete(blobKey(deleted.id))
      await files.write((tx) => tx.delete(deleted.id))
      blobs.set(blobKey(uploaded.id), { size: 1, digest: uploaded.digest, changedAt: now })
      await files.write((tx) => tx.insert(uploaded))
      await files.write((tx) => tx.insert(slow))
    })
    expect((await run({ deep: true, repair: true })).found).toEqual([])
    expect(blobs.has(blobKey(slow.id))).toBe(true)
  })

  test('keeps the bytes of an upload that repeats an interrupted one', async () => {
    const { id } = aFile()
    const { files, blobs, run, put, concurrentChanges } = await fixture(1)
    const keys = [blobKey(id), stagingKey(id)]
    for (const key of keys) put(key, minutesAgo(61))
    concurrentChanges.push(async () => void (await files.reserveId(id, now)))
    expect((await run({ repair: true })).found).toEqual([])
    expect(keys.every((key) => blobs.has(key))).toBe(true)
  })

  test('finds missing, damaged and orphaned renditions; repair renders or removes them', async () => {
    const { kept, blobs, renditions, render, run, put } = await fixture(3)
    const [whole, short, incomplete] = [nth(kept, 0), nth(kept, 1), nth(kept, 2)]
    await render(whole, 320, 640)
    const [cut = '', other = ''] = await render(short, 320, 640)
    const [lost = ''] = await render(incomplete, 320, 640)
    blobs.set(cut, { size: 1, digest: 'x', changedAt: now })
    blobs.set(other, { size: 9, digest: 'other', changedAt: now })
    blobs.delete(lost)
    const orphan = renditionKey(whole.id, 'dead', 320, 'webp')
    put(orphan, minutesAgo(61))
    put(renditionKey(whole.id, 'running', 320, 'webp'), minutesAgo(59))
    const findings = (isQueued: boolean) => [
      { kind: 'orphan', key: orphan, isRemoved: isQueued },
      { kind: 'damaged', stored: { key: cut }, why: '1 bytes instead of 9', isQueued },
      ...(isQueued ? [{ kind: 'damaged', stored: { key: other }, isQueued }] : []),
      { kind: 'missing', stored: { key: lost, fileId: incomplete.id }, isQueued },
    ]
    const before = await run()
    expect(before.found).toMatchObject(findings(false))
    expect(before.counts).toEqual({ files: 3, renditions: 6, blobs: 10, young: 1 })
    expect(await renditions.claim(now, now)).toBeUndefined()

    expect((await run({ deep: true, repair: true })).found).toMatchObject(findings(true))
    expect(blobs.has(orphan)).toBe(false)
    const until = new Date(now.getTime() + 1)
    const again = [await renditions.claim(now, until), await renditions.claim(now, until)].map(
      (task) => task?.fileId,
    )
    expect(again.sort()).toEqual([short.id, incomplete.id])
    expect(await renditions.claim(now, until)).toBeUndefined()
    expect((await renditions.of([incomplete.id])).get(incomplete.id)).toHaveLength(2)
  })
})
