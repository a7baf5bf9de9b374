import { createHash } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { manifestIndexText, manifestText, sitePlaces } from '@typecase/contracts/published-site'
import { expect, it, onTestFinished } from 'vitest'
import { type BlobStore, folderBlobStore } from '../blobs/index.ts'
import { readManifest } from './index.ts'

const places = sitePlaces('_site')
const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')
const file = (path: string) => [path, { source: path, digest: sha256(path), size: 1 }] as const

async function openStore() {
  const folder = await mkdtemp(join(tmpdir(), 'typecase-manifests-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const blobs = folderBlobStore(folder)
  const put = async (text: string) => {
    await blobs.put(places.manifest(sha256(text)), Buffer.from(text), { contentType: 'application/json' })
    return sha256(text)
  }
  const read: string[] = []
  const get: BlobStore['get'] = (key, range) => {
    read.push(key)
    return blobs.get(key, range)
  }
  return { blobs: { ...blobs, get }, put, read }
}

const partsOf = (...paths: readonly string[]) => paths.map((path) => manifestText(new Map([file(path)])))

it('reads a manifest in one object, and one in parts in the order of its index', async () => {
  const { blobs, put } = await openStore()
  const manifest = await put(manifestText(new Map([file('a'), file('b')])))
  const { files } = await readManifest(blobs, '_site', { manifest })
  expect(files).toEqual(new Map([file('a'), file('b')]))
  const parts = await Promise.all(partsOf('c', 'a', 'b').map(put))
  const index = await put(manifestIndexText(parts))
  const inParts = await readManifest(blobs, '_site', { manifest, index })
  expect([...inParts.files]).toEqual([file('c'), file('a'), file('b')])
})

it('reads only the index and the parts that the last manifest does not have', async () => {
  const { blobs, put, read } = await openStore()
  const indexOf = async (...paths: string[]) =>
    put(manifestIndexText(await Promise.all(partsOf(...paths).map(put))))
  const manifest = await put(manifestText(new Map()))
  const known = await readManifest(blobs, '_site', { manifest, index: await indexOf('a', 'b', 'c') })
  const index = await indexOf('a', 'x', 'c')
  read.length = 0
  const { files } = await readManifest(blobs, '_site', { manifest, index }, known)
  expect([...files.keys()]).toEqual(['a', 'x', 'c'])
  expect(read).toEqual([index, sha256(String(partsOf('x')))].map(places.manifest))
})

it('rejects a missing part, and an index that is not valid', async () => {
  const { blobs, put } = await openStore()
  const manifest = await put(manifestText(new Map()))
  const missing = await put(manifestIndexText([manifest, sha256('missing')]))
  await expect(readManifest(blobs, '_site', { manifest, index: missing })).rejects.toThrow('is missing')
  const invalid = await put(manifestIndexText([]))
  await expect(readManifest(blobs, '_site', { manifest, index: invalid })).rejects.toThrow('parts')
})
