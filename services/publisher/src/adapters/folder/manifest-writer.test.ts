import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeEach, expect, it, onTestFinished, vi } from 'vitest'
import { generator } from '../../../test/support/random-edits.ts'
import { type ManifestWriter, manifestWriter } from './manifest-writer.ts'
import { manifestOf, readManifest } from './shelf.ts'

const about = (n: number) => ({
  id: `generation-${n}`,
  trigger: 'event' as const,
  pages: n,
  at: new Date(Date.UTC(2026, 0, 1, 0, n)),
})
const digest = (n: number) => n.toString(16).padStart(64, '0')
const fileOf = (n: number) => `post/ü-"${n}"/index.html`

let folder: string
let writer: ManifestWriter
beforeEach(async () => {
  folder = join(await mkdtemp(join(tmpdir(), 'typecase-manifest-')), 'made')
  writer = manifestWriter()
  onTestFinished(() => rm(join(folder, '..'), { recursive: true }))
})

type Files = ReadonlyMap<string, string>
const site = (size: number): Files => new Map(Array.from({ length: size }, (_, n) => [fileOf(n), digest(n)]))
const written = async (n: number, files: Files, step?: { from: Files; paths: readonly string[] }) => {
  await writer.write(manifestOf(folder), { about: about(n), files }, step)
  expect(await readManifest(folder)).toEqual({ about: about(n), files })
}

it('writes what is read, whatever was said about the one before', async () => {
  const random = generator(7)
  let files = site(30)
  await written(0, files)
  for (let n = 1; n <= 200; n++) {
    const from = files
    const next = new Map(files)
    const paths = new Set<string>()
    for (let edits = random(4); edits > 0; edits--) {
      const path = fileOf(random(random(10) === 0 ? 40 : 30))
      paths.add(path)
      if (random(12) === 0) next.delete(path)
      else
        next.set(
          path,
          [digest(random(1_000)), digest(random(1_000)), 'short', 'with "marks"', 'ü'][
            random(random(6) === 0 ? 5 : 2)
          ] ?? '',
        )
    }
    files = next
    await written(n, files, random(8) === 0 ? undefined : { from, paths: [...paths] })
    // One that is written without a step stands for itself.
    if (random(10) === 0) await written(n, site(random(5)))
  }
})

it('makes the text of an edit of that before, and not of all files', async () => {
  const files = site(2_000)
  await written(1, files)
  const stringify = vi.spyOn(JSON, 'stringify')
  onTestFinished(() => stringify.mockRestore())
  const next = new Map(files).set(fileOf(7), digest(5_000))
  await writer.write(
    manifestOf(folder),
    { about: about(2), files: next },
    { from: files, paths: [fileOf(7)] },
  )
  expect(stringify.mock.calls.flatMap(([value]) => (Array.isArray(value) ? [value.length] : []))).toEqual([])
  stringify.mockRestore()
  expect(await readManifest(folder)).toEqual({ about: about(2), files: next })
})
