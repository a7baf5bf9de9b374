import { type Actor, AppError } from '@typecase/kernel'
import { beforeEach, describe, expect, test } from 'vitest'
import { editor } from '../../../test/fixtures/media.ts'
import { memoryFileStore } from '../../../test/memory/file-store.ts'
import { sha256 } from '../../adapters/blobs/blobs.ts'
import type { Ports } from '../ports.ts'
import { blobKey } from './file.ts'
import type { UploadPart } from './receive.ts'
import { uploadFile } from './upload-file.ts'
import type { UploadIdentity } from './upload-once.ts'

const id = '01900000-0000-7000-8000-000000000001'
let files: ReturnType<typeof memoryFileStore>
let blobs: Map<string, number>
let ports: Ports

beforeEach(() => {
  files = memoryFileStore()
  blobs = new Map()
  ports = {
    files,
    blobs: {
      write: async (key, chunks) => {
        let size = 0
        for await (const chunk of chunks) size += chunk.length
        blobs.set(key, size)
        return { size, digest: 'ab'.repeat(32) }
      },
      remove: async (key) => void blobs.delete(key),
    } as Partial<Ports['blobs']> as Ports['blobs'],
    clock: () => new Date('2026-06-01T12:00:00Z'),
    newId: () => id,
    newHash: sha256,
    maxUploadBytes: 100,
  } as Partial<Ports> as Ports
})

const words = { originalFilename: 'a.txt', mimeType: 'text/plain', bytes: 'words' }
const upload = (changes: Partial<Ports>, details: object = {}, { bytes, ...file } = words) => {
  async function* parts(): AsyncIterable<UploadPart> {
    yield { bytes: Buffer.from(bytes) }
    yield { details }
  }
  return uploadFile({ ...ports, ...changes })(editor, { ...file, parts: parts() }).then(({ file }) => file)
}

test('an accepted file has its bytes, and a rejected one leaves none', async () => {
  await upload({})
  expect([...blobs]).toEqual([[blobKey(id), 5]])
  await expect(upload({ newId: () => 'other' }, { width: -1 })).rejects.toMatchObject({
    code: 'VALIDATION_ERROR',
  })
  expect([...blobs.keys()]).toEqual([blobKey(id)])
})

test('name, declared type and leading bytes must match', async () => {
  const pdf = { originalFilename: 'a.pdf', mimeType: 'application/pdf', bytes: '%PDF-1.7\n' }
  expect(await upload({}, {}, pdf)).toMatchObject({ mimeType: 'application/pdf' })
  for (const wrong of [
    { ...pdf, bytes: 'MZ\u0090 a program' },
    { ...pdf, mimeType: 'text/plain' },
    { ...pdf, originalFilename: 'a.docx' },
  ])
    await expect(upload({ newId: () => 'other' }, {}, wrong)).rejects.toMatchObject({
      code: 'UNSUPPORTED_FILE_TYPE',
    })
  expect([...blobs.keys()]).toEqual([blobKey(id)])
})

test('a file keeps its bytes if the database connection was lost while its row was written', async () => {
  const lost: Ports['files'] = {
    ...files,
    write: async (work) => {
      await files.write(work)
      throw new AppError('unavailable', 'STORAGE_UNAVAILABLE', 'away')
    },
  }
  await expect(upload({ files: lost })).rejects.toMatchObject({ code: 'STORAGE_UNAVAILABLE' })
  expect(await files.get(id)).toMatchObject({ size: 5 })
  expect(blobs.has(blobKey(id))).toBe(true)
})

const admin: Actor = { ...editor, role: 'admin' } as Actor
let count = 0
const repeatable = (identity: UploadIdentity, { bytes, ...file } = words, actor = admin) => {
  async function* parts(): AsyncIterable<UploadPart> {
    yield { bytes: Buffer.from(bytes) }
    yield { details: {} }
  }
  const newId = () => `01900000-0000-7000-9000-${String(++count).padStart(12, '0')}`
  return uploadFile({ ...ports, newId })(actor, { ...file, ...identity, parts: parts() })
}
const named = async (...args: Parameters<typeof repeatable>) => (await repeatable(...args)).file

describe('an upload with an idempotency key', () => {
  const once = { idempotencyKey: { key: 'k', route: 'POST /api/media/upload' } }

  test('stores one file, and refuses other bytes', async () => {
    const { file: first, replayed } = await repeatable(once)
    expect(replayed).toBe(false)
    expect(await repeatable(once)).toEqual({ file: first, replayed: true })
    await expect(named(once, { ...words, bytes: 'other' })).rejects.toMatchObject({
      code: 'IDEMPOTENCY_MISMATCH',
    })
    expect(await files.list({ offset: 0 })).toMatchObject({ total: 1 })
    expect([...blobs.keys()]).toEqual([blobKey(first.id)])
    expect(files.facts()).toHaveLength(1)
  })

  test('stores a file again that was deleted', async () => {
    const { id: first } = await named(once)
    await files.write((tx) => tx.delete(first))
    blobs.clear()
    await named(once)
    expect(await files.list({ offset: 0 })).toMatchObject({ total: 1 })
  })
})

describe('the file of an earlier upload with the key is deleted', () => {
  const once = { idempotencyKey: { key: 'k', route: 'POST /api/media/upload' } }
  const refused = { kind: 'conflict', code: 'IDEMPOTENCY_IN_PROGRESS' }

  test('while the repeated one is read: it can be sent again', async () => {
    const { id: first } = await named(once)
    async function* parts(): AsyncIterable<UploadPart> {
      yield { bytes: Buffer.from(words.bytes) }
      await files.write((tx) => tx.delete(first))
      yield { details: {} }
    }
    await expect(uploadFile(ports)(admin, { ...words, ...once, parts: parts() })).rejects.toMatchObject(
      refused,
    )
    expect((await named(once)).id).not.toBe(first)
  })

  test('while the row of a concurrent one is written: it can be sent again', async () => {
    const { write, keyed } = files
    files.keyed = async () => undefined
    files.write = async (work) => {
      files.write = write
      const { id: first } = await named(once)
      return write(work).finally(() => write((tx) => tx.delete(first)))
    }
    await expect(named(once)).rejects.toMatchObject(refused)
    expect(await files.list({ offset: 0 })).toMatchObject({ total: 0 })
    files.keyed = keyed
    await named(once)
    expect(await files.list({ offset: 0 })).toMatchObject({ total: 1 })
  })
})

describe('an upload with an id', () => {
  const chosen = '01900000-0000-7000-8000-00000000abcd'

  test('has that id and date, for administrators', async () => {
    const createdAt = new Date('2020-01-01T00:00:00Z')
    expect(await named({ id: chosen, createdAt })).toMatchObject({ id: chosen, createdAt })
    await expect(named({ id: chosen })).rejects.toMatchObject({ code: 'DUPLICATE_ID' })
    expect(blobs.has(blobKey(chosen))).toBe(true)
    await expect(named({ id: chosen }, words, editor)).rejects.toMatchObject({ code: 'FORBIDDEN' })
    await expect(named({ id: 'X' })).rejects.toMatchObject({ code: 'VALIDATION_ERROR' })
    await files.write((tx) => tx.delete(chosen))
    expect((await named({ id: chosen })).id).not.toBe(chosen)
  })

  test('has the current date in place of a future one', async () => {
    const createdAt = new Date('2026-06-01T12:00:00.001Z')
    expect(await named({ createdAt })).toMatchObject({ createdAt: ports.clock(), updatedAt: ports.clock() })
    await expect(named({ createdAt }, words, editor)).rejects.toMatchObject({ code: 'FORBIDDEN' })
  })

  test('can be repeated after it failed', async () => {
    await expect(named({ id: chosen }, { ...words, bytes: '' })).rejects.toMatchObject({
      code: 'VALIDATION_ERROR',
    })
    expect(await named({ id: chosen })).toMatchObject({ id: chosen })
  })

  test('can be repeated only once the bytes of the failed one are removed', async () => {
    const { remove } = ports.blobs
    let during: string | undefined
    ports.blobs.remove = async (key) => {
      await new Promise(setImmediate)
      during = await files.reserveId(chosen, ports.clock())
      await remove(key)
    }
    await expect(named({ id: chosen }, { ...words, bytes: '' })).rejects.toMatchObject({
      code: 'VALIDATION_ERROR',
    })
    expect(during).toBe('reserved')
    expect(await files.reserveId(chosen, ports.clock())).toBe('free')
  })

  test('can be repeated after the database was lost during its commit', async () => {
    const lost = new AppError('unavailable', 'STORAGE_UNAVAILABLE', 'lost')
    const { write } = files
    files.write = async () => Promise.reject(lost)
    await expect(named({ id: chosen })).rejects.toBe(lost)
    files.write = write
    expect(await named({ id: chosen })).toMatchObject({ id: chosen })
  })
})
