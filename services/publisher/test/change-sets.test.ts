import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { folderSiteStore } from '../src/adapters/folder/site-store.ts'
import { changeSet } from '../src/core/pages/change-set.ts'
import { Manifest } from '../src/core/pages/manifest.ts'
import type { PlannedFile } from '../src/core/pages/planned.ts'
import { mapOf } from './support/manifests.ts'
import { generator, type Random } from './support/random-edits.ts'

type Files = ReadonlyMap<string, string>

/** Changes, adds and removes some files; the content equals the digest. */
function edited(files: Files, random: Random, n: number): Files {
  const next = new Map(files)
  for (let edits = random(4); edits >= 0; edits--) {
    const path = `page-${random(30)}.html`
    if (random(5) === 0) next.delete(path)
    else next.set(path, random(3) === 0 ? 'as it was once' : `${n} ${edits}`)
  }
  return next
}

const byPath = ([one]: readonly [string, string], [other]: readonly [string, string]) =>
  one < other ? -1 : 1

const planned = (files: Files) =>
  [...files].sort(byPath).map(([path, digest]): PlannedFile => ({ type: 'text', path, digest, text: digest }))

/** Shares the paths of the former manifest. */
const withDigests = (former: Manifest, files: Files) =>
  former.with(new Map([...files].map(([path, digest]) => [former.positionOf(path) ?? -1, digest])))

it.each([1, 2, 3])(
  'a site in a folder is correct after updates from change sets, seed %d',
  async (seed) => {
    const root = await mkdtemp(join(tmpdir(), 'typecase-changes-'))
    const store = folderSiteStore(root)
    onTestFinished(async () => {
      await store.close()
      await rm(root, { recursive: true })
    })
    const random = generator(seed)
    let files: Files = new Map(Array.from({ length: 20 }, (_, n) => [`page-${n}.html`, 'first']))
    for (let n = 1; n <= 60; n++) {
      const from = (await store.current('_site')) ?? Manifest.empty
      if (n > 1) files = edited(random(4) === 0 ? files : mapOf(from), random, n)
      const base = await store.shown('_site')
      const isSame = [...files.keys()].sort().join() === from.paths.join()
      const manifest = isSame && random(2) === 0 ? withDigests(from, files) : Manifest.of(planned(files))
      const changes = changeSet(base, from, manifest)
      const renew = random(8) === 0 ? new Set(files.keys()) : new Set<string>()
      const about = {
        outputDir: '_site',
        generationId: `g${n}`,
        trigger: 'event' as const,
        pages: files.size,
        token: n,
      }
      const staging = await store.stage({
        ...about,
        files: manifest,
        renew,
        changes: random(5) === 0 ? undefined : changes,
      })
      await staging.write(
        [...staging.missing].map((path) => ({ path, content: files.get(path) ?? 'not of this site' })),
      )
      if (random(6) === 0) await staging.discard()
      else {
        await staging.activate()
        const liveFiles = await Promise.all(
          [...files.keys()].map(
            async (path) => [path, await readFile(join(root, '_site', path), 'utf8')] as const,
          ),
        )
        expect(new Map(liveFiles), `after generation ${n}`).toEqual(files)
        expect(mapOf(await store.current('_site'))).toEqual(files)
      }
      const [, older] = await store.generations('_site')
      if (older && random(7) === 0) await store.activate('_site', older.id, n)
    }
  },
  60_000,
)
