import { AppError, serviceActor } from '@typecase/kernel'
import { beforeEach, describe, expect, test } from 'vitest'
import { aFile } from '../../../test/contracts/file-store.contract.ts'
import { memoryFileStore } from '../../../test/memory/file-store.ts'
import { memoryRenditionStore } from '../../../test/memory/rendition-store.ts'
import { fileNotFound, imageNotRendered, rendererLost } from '../errors.ts'
import { blobKey } from '../files/file.ts'
import { getFile } from '../files/queries.ts'
import { readFile } from '../files/read-file.ts'
import type { Blobs } from '../ports.ts'
import { enqueueRenditions } from './enqueue-renditions.ts'
import type { RenderedImage, RenditionReport } from './ports.ts'
import { removeRenditions } from './remove-renditions.ts'
import { maxTries, renderDueImages } from './render-due-images.ts'

const photo = aFile({ filename: 'photo-1.jpg', mimeType: 'image/jpeg', size: 5 })
const image = (width: number, extension: string): RenderedImage => ({
  ...{ width, height: width / 2, extension, mimeType: `image/${extension}` },
  bytes: Buffer.from(`${extension} of ${width}`),
})
const running = new AbortController().signal

function blobsOf(stored: Map<string, Buffer>): Blobs {
  return {
    async write(key, chunks) {
      const parts: Uint8Array[] = []
      for await (const chunk of chunks) parts.push(chunk)
      stored.set(key, Buffer.concat(parts))
      return { size: Buffer.concat(parts).length, digest: 'ef'.repeat(32) }
    },
    async *read(key) {
      const bytes = stored.get(key)
      if (!bytes) throw fileNotFound()
      yield bytes
    },
    remove: async (key) => void stored.delete(key),
    removeUnfinished: async () => 0,
    async *list(prefix) {
      for (const [key, { length: size }] of stored)
        if (key.startsWith(prefix)) yield { key, size, changedAt: new Date() }
    },
  }
}

let now: Date
let files: ReturnType<typeof memoryFileStore>
let ports: Parameters<typeof renderDueImages>[0]
let stored: Map<string, Buffer>
let reports: RenditionReport[]
let render: () => AsyncIterable<RenderedImage>

beforeEach(async () => {
  now = new Date('2026-06-01T12:00:00Z')
  files = memoryFileStore()
  stored = new Map([[blobKey(photo.id), Buffer.from('bytes')]])
  reports = []
  await files.write((tx) => tx.insert(photo))
  render = async function* () {
    yield image(320, 'jpg')
    yield image(320, 'webp')
  }
  ports = {
    files,
    renditions: memoryRenditionStore(files),
    blobs: blobsOf(stored),
    renderer: { render: () => render() },
    clock: () => now,
    newId: () => `try-${reports.length}`,
    onRenditions: (report) => reports.push(report),
  } as Partial<typeof ports> as typeof ports
})
const work = async () => {
  await renderDueImages(ports)(running)
  return reports.at(-1)?.outcome
}
const after = (minutes: number) => {
  now = new Date(now.getTime() + minutes * 60_000)
}

describe('renditions', () => {
  test('are rendered once, recorded in an event, and readable by name', async () => {
    await enqueueRenditions(ports.renditions, photo)
    expect(await work()).toBe('made')
    expect(await work()).toBe('made')
    expect(reports).toHaveLength(1)
    expect(files.facts()).toMatchObject([{ type: 'media.file.renditions_made', data: { id: photo.id } }])
    const { file, bytes, range } = await readFile(ports)({
      folder: 'images',
      filename: 'photo-1.320w.webp',
      first: 0,
      last: 3,
      head: false,
    })
    expect(file).toMatchObject({
      filename: 'photo-1.320w.webp',
      mimeType: 'image/webp',
      size: 11,
      width: 320,
      height: 160,
    })
    expect(range).toEqual({ first: 0, last: 3 })
    for await (const chunk of bytes) expect(Buffer.from(chunk).toString()).toBe('webp of 320')
    for (const [folder, filename] of [
      ['documents', 'photo-1.320w.webp'],
      ['images', 'photo-1.640w.webp'],
    ] as const)
      await expect(readFile(ports)({ folder, filename, head: true })).rejects.toMatchObject({
        code: 'FILE_NOT_FOUND',
      })
  })

  test('are not rendered for drawings', async () => {
    const drawing = aFile({ mimeType: 'image/svg+xml' })
    await files.write((tx) => tx.insert(drawing))
    await enqueueRenditions(ports.renditions, drawing)
    expect(await work()).toBeUndefined()
  })

  test('are not attempted again if the image needs none', async () => {
    await enqueueRenditions(ports.renditions, photo)
    render = async function* () {}
    expect(await work()).toBe('none')
    after(600)
    await work()
    expect(reports).toHaveLength(1)
    expect(files.facts()).toEqual([])
  })

  test('are removed if the file is deleted during rendering', async () => {
    await enqueueRenditions(ports.renditions, photo)
    render = async function* () {
      yield image(320, 'jpg')
      await files.write((tx) => tx.delete(photo.id))
      yield image(320, 'webp')
    }
    await work()
    expect([...stored.keys()]).toEqual([blobKey(photo.id)])
    expect(files.facts()).toEqual([])
  })
})

test('a task is taken over within minutes after a crash, but not from a slow process', async () => {
  await enqueueRenditions(ports.renditions, photo)
  let tookOver = 0
  render = async function* () {
    for (const extension of ['jpg', 'webp', 'avif']) {
      after(2)
      tookOver += (await ports.renditions.claim(now, now)) ? 1 : 0
      yield image(320, extension)
    }
  }
  expect(await work()).toBe('made')
  expect(tookOver).toBe(0)
  const other = aFile({ mimeType: 'image/png' })
  await files.write((tx) => tx.insert(other))
  await enqueueRenditions(ports.renditions, other)
  stored.set(blobKey(other.id), Buffer.from('bytes'))
  await ports.renditions.claim(now, new Date(now.getTime() + 3 * 60_000))
  render = async function* () {
    yield image(320, 'png')
  }
  after(2)
  await work()
  expect(reports).toHaveLength(1)
  after(1)
  expect(await work()).toBe('made')
  expect(reports).toHaveLength(2)
})

describe('a failed attempt', () => {
  beforeEach(() => enqueueRenditions(ports.renditions, photo))
  const failWith = (error: Error) => {
    render = async function* () {
      yield image(320, 'jpg')
      throw error
    }
  }

  test('leaves no bytes, and the file is served as before', async () => {
    failWith(rendererLost('died'))
    expect(await work()).toBe('again')
    expect([...stored.keys()]).toEqual([blobKey(photo.id)])
    expect(await getFile(ports)(serviceActor('test'), photo.id)).toEqual(photo)
  })

  test('is not retried if the image is the cause', async () => {
    failWith(imageNotRendered('is broken'))
    expect(await work()).toBe('refused')
    after(600)
    await work()
    expect(reports).toHaveLength(1)
  })

  test('is retried with growing delays, up to five attempts', async () => {
    failWith(rendererLost('died'))
    const minutes: number[] = []
    for (let minute = 0; minute < 200; minute++) {
      await work()
      if (reports.length > minutes.length) minutes.push(minute)
      after(1)
    }
    // After 10, 40, 160 and 640 seconds.
    expect(minutes).toEqual([0, 1, 2, 5, 16])
    const outcomes = reports.map(({ outcome }) => outcome)
    expect(outcomes).toEqual([...Array.from({ length: maxTries - 1 }, () => 'again'), 'given up'])
  })

  test('does not count if the storage is unavailable or the service stops', async () => {
    failWith(new AppError('unavailable', 'STORAGE_UNAVAILABLE', 'away'))
    for (let tries = 0; tries < 20; tries++) {
      expect(await work()).toBe('again')
      after(1)
    }
    const stopping = new AbortController()
    render = async function* () {
      yield image(320, 'jpg')
      stopping.abort()
      throw new Error('stopped')
    }
    await renderDueImages(ports)(stopping.signal)
    expect(reports.at(-1)?.outcome).toBe('again')
    render = async function* () {
      yield image(320, 'jpg')
    }
    expect(await work()).toBe('made')
  })
})

test('renditions keep their bytes if the database connection is lost during the commit', async () => {
  await enqueueRenditions(ports.renditions, photo)
  const { finish } = ports.renditions
  const store = {
    ...ports.renditions,
    finish: async (...args: Parameters<typeof finish>) => {
      await finish(...args)
      throw new AppError('unavailable', 'STORAGE_UNAVAILABLE', 'away')
    },
  }
  await renderDueImages({ ...ports, renditions: store })(running)
  const done = (await ports.renditions.of([photo.id])).get(photo.id) ?? []
  expect(done).toHaveLength(2)
  for (const { key } of done) expect(stored.has(key)).toBe(true)
})

test('renditions are removed with their file', async () => {
  await enqueueRenditions(ports.renditions, photo)
  await work()
  expect(stored.size).toBe(3)
  await removeRenditions(ports)(photo.id)
  expect([...stored.keys()]).toEqual([blobKey(photo.id)])
})

test('new renditions replace earlier ones, which are kept if rendering fails', async () => {
  await enqueueRenditions(ports.renditions, photo)
  await work()
  const first = await ports.renditions.of([photo.id])
  await ports.renditions.requeue(photo.id)
  expect(await work()).toBe('made')
  const second = await ports.renditions.of([photo.id])
  const names = (done: typeof first) => done.get(photo.id)?.map(({ filename }) => filename)
  expect(names(second)).toEqual(names(first))
  const keys = second.get(photo.id)?.map(({ key }) => key) ?? []
  expect(await ports.renditions.existing([...stored.keys()])).toEqual(new Set(keys))
  expect(stored.size).toBe(5)
  render = async function* () {
    yield* []
    throw imageNotRendered('is broken')
  }
  await ports.renditions.requeue(photo.id)
  expect(await work()).toBe('refused')
  expect(await ports.renditions.of([photo.id])).toEqual(second)
})
