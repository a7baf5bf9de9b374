import { AppError } from '@typecase/kernel'
import { beforeEach, expect, test } from 'vitest'
import { editor } from '../../../test/fixtures/media.ts'
import { memoryFileStore } from '../../../test/memory/file-store.ts'
import type { Ports } from '../ports.ts'
import { blobKey } from './file.ts'
import type { UploadPart } from './receive.ts'
import { uploadFile } from './upload-file.ts'

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
    maxUploadBytes: 100,
  } as Partial<Ports> as Ports
})

const words = { originalFilename: 'a.txt', mimeType: 'text/plain', bytes: 'words' }
const upload = (changes: Partial<Ports>, details: object = {}, { bytes, ...file } = words) => {
  async function* parts(): AsyncIterable<UploadPart> {
    yield { bytes: Buffer.from(bytes) }
    yield { details }
  }
  return uploadFile({ ...ports, ...changes })(editor, { ...file, parts: parts() })
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
