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

test('stores the bytes of an accepted file, and none of a rejected one', async () => {
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

test('a file keeps its bytes if the database connection is lost while its row is written', async () => {
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
const repeatable = (
  identity: UploadIdentity,
  { bytes, ...file } = words,
  actor = admin,
  changes: Partial<Ports> = {},
) => {
  async function* parts(): AsyncIterable<UploadPart> {
    yield { bytes: Buffer.from(bytes) }
    yield { details: {} }
  }
  const newId = () => `01900000-0000-7000-9000-${String(++count).padStart(12, '0')}`
  return uploadFile({ ...ports, newId, ...changes })(actor, { ...file, ...identity, parts: parts() })
}
const uploadedFile = async (...args: Parameters<typeof repeatable>) => (await repeatable(...args)).file

describe('an upload with an idempotency key', () => {
  const once = { idempotencyKey: { key: 'k', route: 'POST /api/media/upload' } }

  test('stores one file, and refuses other bytes', async () => {
    const { file: first, replayed } = await repeatable(once)
    expect(replayed).toBe(false)
    expect(await repeatable(once)).toEqual({ file: first, replayed: true })
    await expect(uploadedFile(once, { ...words, bytes: 'other' })).rejects.toMatchObject({
      code: 'IDEMPOTENCY_MISMATCH',
    })
    expect(await files.list({ offset: 0 })).toMatchObject({ total: 1 })
    expect([...blobs.keys()]).toEqual([blobKey(first.id)])
    expect(files.facts()).toHaveLength(1)
  })

  test('stores a deleted file again', async () => {
    const { id: first } = await uploadedFile(once)
    await files.write((tx) => tx.delete(first))
    blobs.clear()
    await uploadedFile(once)
    expect(await files.list({ offset: 0 })).toMatchObject({ total: 1 })
  })
})

describe('if the file of an earlier upload with the key is deleted', () => {
  const once = { idempotencyKey: { key: 'k', route: 'POST /api/media/upload' } }
  const refused = { kind: 'conflict', code: 'IDEMPOTENCY_IN_PROGRESS' }

  test('while the repeated upload is read, the upload can be sent again', async () => {
    const { id: first } = await uploadedFile(once)
    async function* parts(): AsyncIterable<UploadPart> {
      yield { bytes: Buffer.from(words.bytes) }
      await files.write((tx) => tx.delete(first))
      yield { details: {} }
    }
    await expect(uploadFile(ports)(admin, { ...words, ...once, parts: parts() })).rejects.toMatchObject(
      refused,
    )
    expect((await uploadedFile(once)).id).not.toBe(first)
  })

  test('while the row of a concurrent upload is written, the upload can be sent again', async () => {
    const raced: Ports['files'] = {
      ...files,
      async write(work) {
        const { id: first } = await uploadedFile(once)
        return files.write(work).finally(() => files.write((tx) => tx.delete(first)))
      },
    }
    await expect(uploadedFile(once, words, admin, { files: raced })).rejects.toMatchObject(refused)
    expect(await files.list({ offset: 0 })).toMatchObject({ total: 0 })
    await uploadedFile(once)
    expect(await files.list({ offset: 0 })).toMatchObject({ total: 1 })
  })
})

describe('an upload with an id', () => {
  const requestedId = '01900000-0000-7000-8000-00000000abcd'

  test('has the requested id and date if the user is an administrator', async () => {
    const createdAt = new Date('2020-01-01T00:00:00Z')
    expect(await uploadedFile({ id: requestedId, createdAt })).toMatchObject({ id: requestedId, createdAt })
    await expect(uploadedFile({ id: requestedId })).rejects.toMatchObject({ code: 'DUPLICATE_ID' })
    expect(blobs.has(blobKey(requestedId))).toBe(true)
    await expect(uploadedFile({ id: requestedId }, words, editor)).rejects.toMatchObject({
      code: 'FORBIDDEN',
    })
    await expect(uploadedFile({ id: 'X' })).rejects.toMatchObject({ code: 'VALIDATION_ERROR' })
    await files.write((tx) => tx.delete(requestedId))
    expect((await uploadedFile({ id: requestedId })).id).not.toBe(requestedId)
  })

  test('has the current date in place of a future one', async () => {
    const createdAt = new Date('2026-06-01T12:00:00.001Z')
    expect(await uploadedFile({ createdAt })).toMatchObject({
      createdAt: ports.clock(),
      updatedAt: ports.clock(),
    })
    await expect(uploadedFile({ createdAt }, words, editor)).rejects.toMatchObject({ code: 'FORBIDDEN' })
  })

  test('can be repeated after it failed', async () => {
    await expect(uploadedFile({ id: requestedId }, { ...words, bytes: '' })).rejects.toMatchObject({
      code: 'VALIDATION_ERROR',
    })
    expect(await uploadedFile({ id: requestedId })).toMatchObject({ id: requestedId })
  })

  test('can be repeated only after the bytes of the failed upload are removed', async () => {
    let during: string | undefined
    const slow: Ports['blobs'] = {
      ...ports.blobs,
      async remove(key) {
        await new Promise(setImmediate)
        during = await files.reserveId(requestedId, ports.clock())
        await ports.blobs.remove(key)
      },
    }
    const empty = { ...words, bytes: '' }
    await expect(uploadedFile({ id: requestedId }, empty, admin, { blobs: slow })).rejects.toMatchObject({
      code: 'VALIDATION_ERROR',
    })
    expect(during).toBe('reserved')
    expect(await files.reserveId(requestedId, ports.clock())).toBe('free')
  })

  test('can be repeated after the database connection is lost during its commit', async () => {
    const lost = new AppError('unavailable', 'STORAGE_UNAVAILABLE', 'lost')
    const failing: Ports['files'] = { ...files, write: () => Promise.reject(lost) }
    await expect(uploadedFile({ id: requestedId }, words, admin, { files: failing })).rejects.toBe(lost)
    expect(await uploadedFile({ id: requestedId })).toMatchObject({ id: requestedId })
  })
})
