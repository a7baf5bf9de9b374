import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { AppError } from '@typecase/kernel'
import { type BlobStore, folderBlobStore } from '@typecase/runtime/blobs'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { putSite } from '../../../test/site-stores.ts'
import { s3SiteFiles } from './site-files.ts'

let folder: string
let blobs: BlobStore
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'typecase-site-objects-'))
  blobs = folderBlobStore(folder)
})
afterEach(() => rm(folder, { recursive: true }))

const publish = (text: string) => putSite(blobs, '_site', { 'index.html': text })

async function shownText(files: ReturnType<typeof s3SiteFiles>): Promise<string> {
  const file = await (await files.shown('_site'))?.find(['index.html'])
  if (!file) return ''
  const chunks: Uint8Array[] = []
  for await (const chunk of await file.read(0, file.size - 1)) chunks.push(chunk)
  return Buffer.concat(chunks).toString()
}

it('discards a read that was running when a new release was announced', async () => {
  await publish('old')
  const listed = Promise.withResolvers<void>()
  const continueListing = Promise.withResolvers<void>()
  let isFirstList = true
  const files = s3SiteFiles({
    ...blobs,
    async *list(prefix) {
      yield* blobs.list(prefix)
      if (!isFirstList) return
      isFirstList = false
      listed.resolve()
      await continueListing.promise
    },
  })
  const first = files.shown('_site')
  await listed.promise
  files.forget()
  continueListing.resolve()
  await first
  await publish('new')
  expect(await shownText(files)).toBe('new')
})

it('serves only cached sites while the store is unavailable', async () => {
  let isUnavailable = false
  const files = s3SiteFiles({
    ...blobs,
    list(prefix) {
      if (isUnavailable) throw new AppError('unavailable', 'STORAGE_UNAVAILABLE', 'away')
      return blobs.list(prefix)
    },
  })
  await publish('known')
  expect(await shownText(files)).toBe('known')
  isUnavailable = true
  files.forget()
  expect(await shownText(files)).toBe('known')
  await expect(files.shown('_other')).rejects.toMatchObject({ code: 'STORAGE_UNAVAILABLE' })
  isUnavailable = false
  await publish('new')
  files.forget()
  expect(await shownText(files)).toBe('new')
})
