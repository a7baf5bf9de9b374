import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeEach, expect, it, onTestFinished } from 'vitest'
import { generator } from '../../../test/support/random-edits.ts'
import { Manifest } from '../../core/pages/manifest.ts'
import { ManifestWriter, readManifest } from './manifest-file.ts'
import { manifestOf } from './release-layout.ts'

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
  folder = join(await mkdtemp(join(tmpdir(), 'typecase-manifest-')), 'release')
  writer = new ManifestWriter()
  onTestFinished(() => rm(join(folder, '..'), { recursive: true }))
})

type Files = ReadonlyMap<string, string>
const site = (size: number): Files => new Map(Array.from({ length: size }, (_, n) => [fileOf(n), digest(n)]))
let count = 0
async function written(files: Manifest): Promise<void> {
  const next = about(++count)
  await writer.write(manifestOf(folder), { about: next, files })
  expect(await readManifest(folder)).toEqual({ about: next, files })
}

/** The manifest of the files; shares the paths of `former` if they are the same. */
function changed(former: Manifest, files: Files): Manifest {
  if ([...files.keys()].join() !== former.paths.join()) return Manifest.fromEntries(files)
  return former.with(new Map([...files].map(([path, digest]) => [former.positionOf(path) ?? -1, digest])))
}

it('reads back manifests that were written in full or as changes to the previous one', async () => {
  const random = generator(7)
  let files = site(30)
  let manifest = Manifest.fromEntries(files)
  await written(manifest)
  for (let n = 1; n <= 200; n++) {
    const next = new Map(files)
    for (let edits = random(4); edits > 0; edits--) {
      const path = fileOf(random(random(10) === 0 ? 40 : 30))
      if (random(12) === 0) next.delete(path)
      else
        next.set(
          path,
          [digest(random(1_000)), digest(random(1_000)), 'short', '"'.repeat(64), 'ü'][
            random(random(6) === 0 ? 5 : 2)
          ] ?? '',
        )
    }
    files = random(20) === 0 ? site(random(5)) : next
    manifest = random(8) === 0 ? Manifest.fromEntries(files) : changed(manifest, files)
    await written(manifest)
  }
})
