/**
 * Sites in folders. `SITE_ROOT/{outputDir}` is a symbolic link to one of `SITE_ROOT/.generations/{key}/`; it is switched by
 * a rename, so a reader sees the old site or the new one. Unchanged files are shared between generations by hard links, and
 * one that is too old to be shown becomes the next, and is brought to where the site is before that: so a change costs no
 * more than what it changes. What it changes lies on the disk before the switch: a site that was served is served after a power cut.
 */
import type { Dirent } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import type { HtmlBuffers } from '@typecase/theme-engine'
import { leaseLost } from '../../core/errors.ts'
import { safePath } from '../../core/pages/addresses/safe-path.ts'
import type { Manifest, SiteStore, StageRequest, Staging } from '../../core/ports.ts'
import { broom as broomFor } from './broom.ts'
import { compared } from './compared.ts'
import { diskThread } from './disk.ts'
import { finishedGenerations } from './finished.ts'
import { manifestSteps } from './manifest-steps.ts'
import { manifestWriter } from './manifest-writer.ts'
import { settleFiles } from './settle.ts'
import {
  activeFolder,
  type Finished,
  finishedIn,
  formerIn,
  generationOf,
  leftIn,
  listed,
  manifestOf,
  refuseOverlap,
  shelfOf,
  showable,
  stagingName,
  staying,
} from './shelf.ts'
import { makeSpare, type Ready, renewSpare, sparesIn } from './spare.ts'
import { staging } from './staging.ts'
import type { Switch } from './switch.ts'

/** Files in which a generation may differ from older ones that are worth remembering: so many, or that share of all. */
const fewFiles = 500
const fewShare = 1 / 8

export interface FolderSiteStore extends SiteStore {
  close(): Promise<void>
}

/** `buffers` get back the memory of HTML that came in them. */
export function folderSiteStore(root: string, buffers?: HtmlBuffers): FolderSiteStore {
  const disk = diskThread(buffers)
  /** Generations in the making. */
  const underway = new Set<Promise<void>>()
  const broom = broomFor(disk, async () => {
    await Promise.all(underway)
    await preparing
  })
  const finished = finishedGenerations(root)
  const steps = manifestSteps()
  const manifests = manifestWriter()
  let preparing: Promise<void> = Promise.resolve()
  let needless = new AbortController()
  /** What the next generation is made from, where that is read before it begins. */
  let ahead: Promise<void> = Promise.resolve()
  /** What was being prepared when it became needless. */
  let half: Ready | undefined
  /** What was shown before, by shelf: who came to it a moment ago still reads it. */
  const formers = new Map<string, string>()

  async function stage(request: StageRequest): Promise<Staging> {
    const { promise: ended, resolve: end } = Promise.withResolvers<void>()
    underway.add(ended)
    void ended.then(() => underway.delete(ended))
    try {
      return await staged(request, end)
    } catch (error) {
      end()
      throw error
    }
  }

  async function staged(
    { outputDir, generationId, trigger, pages, token, files, renew, differs }: StageRequest,
    end: () => void,
  ): Promise<Staging> {
    const [active] = await Promise.all([activeFolder(root, safePath(outputDir)), refuseOverlap(root, safePath(outputDir))])
    const current = (active && (await finished.of(active))?.files) || new Map<string, string>()
    const changed = differs?.from === current ? differs.paths : undefined
    // What is there was looked at when it came.
    for (const path of changed ?? files.keys()) if (!current.has(path)) safePath(path)
    const shelf = shelfOf(root, outputDir)
    await mkdir(shelf, { recursive: true })
    const of = { generationId: safePath(generationId), token }
    const folder = join(shelf, stagingName(of.generationId, token))
    const { there, unsettled } = await begin({ shelf, folder, of, active, isRenewed: renew.size > 0 })
    const { missing, shared, extra } = compared(files, { there, current, renew }, changed && steps.since(there, current, changed))
    if (extra.length > 0) await disk.run({ do: 'remove', folder, paths: extra })
    const linked = active && shared.length > 0 ? await disk.run({ do: 'replace', from: active, to: folder, paths: shared }) : undefined
    for (const path of linked?.missing ?? []) missing.add(path)
    const final = join(shelf, `${generationId}-${Date.now().toString(36)}`)
    return staging({
      end,
      disk,
      folder,
      files,
      missing,
      isOver: there.size > 0,
      activated: (made) => {
        const step = changed && made === files ? { from: current, paths: changed } : undefined
        if (step) steps.note(current, files, step.paths)
        const written = [...missing, ...(linked?.copied ?? []), ...unsettled.written]
        const moved = [...shared, ...extra, ...(unsettled.moved ?? [])]
        return activated({
          ...{ outputDir, shelf, former: active, folder, final, token, step, written, moved },
          made: { about: { id: generationId, trigger, pages, at: new Date() }, files: made },
        })
      },
    })
  }

  /** What the next generation is made from: a copy of the newest, or the oldest, when it needs no longer be shown. */
  async function spareOf(shelf: string, entries: readonly Dirent[], active?: string): Promise<Ready | undefined> {
    const former = formers.get(shelf)
    const all = finishedIn(entries).map((name) => join(shelf, name))
    const needed = showable(all, active)
    const spares = sparesIn(entries).map((name) => join(shelf, name))
    for (const folder of [...spares, ...all.filter((each) => !needed.includes(each) && each !== former).toReversed()]) {
      const files = (await finished.of(folder))?.files
      if (files) return { folder, files, manifest: manifestOf(folder), unsettled: settled }
    }
    return undefined
  }

  async function readAhead(outputDir: string): Promise<void> {
    await preparing
    // It is gone on with, and nothing needs to be read for that.
    if (half) return
    const shelf = shelfOf(root, safePath(outputDir))
    await spareOf(shelf, await listed(shelf), await activeFolder(root, outputDir))
  }

  /** Makes the folder of a new generation and answers what it holds already, and what of that does not lie on the disk yet. */
  async function begin({ shelf, folder, of, active, isRenewed }: Beginning): Promise<Pick<Ready, 'unsettled'> & { there: Manifest }> {
    // What is made of nothing but new files is written over whatever there is.
    if (isRenewed) needless.abort()
    await preparing
    await ahead
    const rest = await takenHalf(shelf)
    const entries = await listed(shelf)
    const spare = rest ?? (await spareOf(shelf, entries, active))
    if (spare) finished.forget(spare.folder)
    await broom.putAside(shelf, formerIn(entries, of.generationId, of.token))
    broom.sweep((await leftIn(shelf, entries)).filter((path) => path !== spare?.folder && path !== active))
    const from = spare && { folder: spare.folder, manifest: spare.manifest }
    const { missing } = await disk.run({ do: 'begin', folder, from })
    return spare && missing.length === 0 ? { there: spare.files, unsettled: spare.unsettled } : { there: new Map(), unsettled: settled }
  }

  /** Of another shelf it is removed: what is not taken at once is what a dead process left. */
  async function takenHalf(shelf: string): Promise<Ready | undefined> {
    const found = half
    half = undefined
    if (!found || dirname(found.folder) === shelf) return found
    await broom.putAside(dirname(found.folder), [basename(found.folder)])
    return undefined
  }

  /** Sees to it that the next generation finds something to be made from, which is as the site is now. */
  async function prepareNext({ shelf, final, made, written }: Done, signal: AbortSignal): Promise<void> {
    if (signal.aborted) return
    if (written.length > Math.max(fewFiles, made.files.size * fewShare)) {
      finished.forgetAll(shelf, final)
      steps.forget()
    }
    const spare = await spareOf(shelf, await listed(shelf), final)
    if (!spare && made.files.size <= fewFiles) return
    if (spare) finished.forget(spare.folder)
    const tools = { disk, broom, shelf, signal }
    const from = { folder: final, made }
    const prepared = await (spare
      ? renewSpare(tools, from, { ...spare, differs: steps.between(spare.files, made.files) })
      : makeSpare(tools, from))
    if (prepared?.isWhole) finished.remember(prepared.folder, made)
    else half = prepared
  }

  /** @throws LEASE_LOST when somebody with a greater token has switched the output */
  async function switchTo({ outputDir, ...to }: Omit<Switch, 'output'> & { readonly outputDir: string }): Promise<void> {
    const { isLate } = await disk.run({ do: 'switch', output: join(root, outputDir), ...to })
    if (isLate) throw leaseLost()
  }

  async function putAsideOld(shelf: string, live: string): Promise<void> {
    const all = finishedIn(await listed(shelf)).map((name) => join(shelf, name))
    const kept = staying(all, live)
    const old = all.filter((folder) => !kept.has(folder) && folder !== formers.get(shelf))
    for (const folder of old) finished.forget(folder)
    await broom.putAside(
      shelf,
      old.map((folder) => basename(folder)),
    )
  }

  async function activated(done: Done): Promise<void> {
    const { outputDir, shelf, former, folder, final, token, written, moved } = done
    const manifest = manifestOf(final)
    await manifests.write(manifest, done.made, done.step)
    await settleFiles(disk, { folder, written, moved, besides: [manifest] })
    await switchTo({ outputDir, shelf, token, folder: final, made: folder })
    if (former !== undefined) formers.set(shelf, former)
    finished.remember(final, done.made)
    // The site is there; what can't be removed now is tried again after the next generation.
    await putAsideOld(shelf, final).catch(() => undefined)
    // Without it the next generation does that work itself.
    needless = new AbortController()
    const { signal } = needless
    preparing = preparing.then(() => prepareNext(done, signal)).catch(() => undefined)
  }

  return {
    async current(outputDir) {
      const folder = await activeFolder(root, safePath(outputDir))
      return folder === undefined ? undefined : (await finished.of(folder))?.files
    },
    refuseOverlap: (outputDir) => refuseOverlap(root, safePath(outputDir)),
    async shown(outputDir) {
      const folder = await activeFolder(root, safePath(outputDir))
      return folder && generationOf(folder)
    },
    warmUp(outputDir) {
      disk.begin()
      ahead = ahead.then(() => readAhead(outputDir)).catch(() => undefined)
    },
    stage,
    generations: async (outputDir) => (await finished.shown(outputDir)).map(({ folder: _, ...generation }) => generation),
    async activate(outputDir, generationId, token) {
      const all = await finished.shown(outputDir)
      const wanted = all.find(({ id }) => id === generationId)
      if (!wanted) return undefined
      const { folder, ...generation } = wanted
      const shelf = shelfOf(root, outputDir)
      await switchTo({ outputDir, shelf, token, folder })
      const former = all.find(({ isLive }) => isLive)
      if (former && former.folder !== folder) formers.set(shelf, former.folder)
      return { ...generation, isLive: true }
    },
    close: () => disk.close(),
  }
}

const settled: Ready['unsettled'] = { written: [] }

interface Beginning {
  readonly shelf: string
  readonly folder: string
  readonly of: { readonly generationId: string; readonly token: number }
  readonly active: string | undefined
  readonly isRenewed: boolean
}

interface Done {
  readonly outputDir: string
  readonly shelf: string
  /** What was shown before. */
  readonly former: string | undefined
  readonly folder: string
  readonly final: string
  readonly token: number
  readonly made: Finished
  /** How it differs from the one before, where that is known. */
  readonly step: { readonly from: Manifest; readonly paths: ReadonlySet<string> } | undefined
  readonly written: readonly string[]
  /** Linked or removed: what is in these files lay on the disk before, as all else did. */
  readonly moved: readonly string[]
}
