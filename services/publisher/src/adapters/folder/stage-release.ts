import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { safePath } from '../../core/pages/addresses/safe-path.ts'
import type { StageRequest, Staging } from '../../core/ports.ts'
import { activateRelease } from './activate-release.ts'
import { beginRelease } from './begin-release.ts'
import { compared, lacking } from './compared.ts'
import { activeFolder, isSameRelease, refuseOverlap, shelfOf, stagingName } from './shelf.ts'
import { staging } from './staging.ts'
import type { StoreState } from './store-state.ts'

/** Directories are removed only while nothing is staged. */
export async function stageRelease(store: StoreState, request: StageRequest): Promise<Staging> {
  const { promise: ended, resolve: end } = Promise.withResolvers<void>()
  store.staging.add(ended)
  void ended.then(() => store.staging.delete(ended))
  try {
    return await stage(store, request, end)
  } catch (error) {
    end()
    throw error
  }
}

async function stage(store: StoreState, request: StageRequest, end: () => void): Promise<Staging> {
  const { root, disk } = store
  const { outputDir, generationId, trigger, pages, token, files, renew, changes } = request
  const output = safePath(outputDir)
  const [active] = await Promise.all([activeFolder(root, output), refuseOverlap(root, output)])
  const base = active === undefined ? undefined : await store.finished.of(active)
  const current = base?.files ?? new Map<string, string>()
  const changeset = base && changes?.base === base.about.id ? changes : undefined
  for (const path of changeset?.added ?? files.keys()) if (!current.has(path)) safePath(path)
  const shelf = shelfOf(root, outputDir)
  await mkdir(shelf, { recursive: true })
  const of = { generationId: safePath(generationId), token }
  const folder = join(shelf, stagingName(of.generationId, token))
  const { there, about, unsettled } = await beginRelease(store, {
    shelf,
    folder,
    of,
    active,
    isRenewed: renew.size > 0,
  })
  const isCopy = about !== undefined && base !== undefined && isSameRelease(about, base.about)
  const { missing, shared, extra } =
    isCopy && changeset ? lacking(changeset, renew) : compared(files, { there, current, renew })
  if (extra.length > 0) await disk.run({ do: 'remove', folder, paths: extra })
  const isLinked = active !== undefined && shared.length > 0
  const linked = isLinked
    ? await disk.run({ do: 'replace', from: active, to: folder, paths: shared })
    : undefined
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
      const step = base && changeset && made === files ? { base: base.about, changes: changeset } : undefined
      const written = [...missing, ...(linked?.copied ?? []), ...unsettled.written]
      const moved = [...shared, ...extra, ...(unsettled.moved ?? [])]
      return activateRelease(store, {
        outputDir,
        shelf,
        former: active,
        folder,
        final,
        token,
        step,
        written,
        moved,
        made: { about: { id: generationId, trigger, pages, at: new Date() }, files: made },
      })
    },
  })
}
