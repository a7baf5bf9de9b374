/** Lets extensions change what templates are given (D13). */
import { inParallel } from '../generations/in-parallel.ts'
import type { SiteHooks } from '../ports.ts'
import type { Digest, PlannedFile, PlannedPage, SitePlan } from './planned.ts'

const pagesAtOnce = 16

/**
 * The plan with every page's model as extensions want it. The digest covers the changed model: a page is rendered again when
 * an extension answers something else, and only then.
 */
export async function withFilteredModels(plan: SitePlan, hooks: SiteHooks, digest: Digest, signal?: AbortSignal): Promise<SitePlan> {
  if (!hooks.changesTemplateData()) return plan
  const changed = new Map<PlannedPage, PlannedPage>()
  const pages = plan.files.filter((file) => file.type === 'page')
  await inParallel(pages, pagesAtOnce, async (page) => {
    signal?.throwIfAborted()
    const given = page.model
    const model = await hooks.templateData(given, page.template)
    if (model !== given) changed.set(page, { ...withoutModel(page), model, digest: digest(JSON.stringify([page.digest, model])) })
  })
  const files = plan.files.map((file): PlannedFile => (file.type === 'page' ? (changed.get(file) ?? file) : file))
  return { ...plan, files, altered: undefined }
}

/** Copied without being made once more. What its post says now is the extension's word, not that of its summary. */
function withoutModel(page: PlannedPage): Omit<PlannedPage, 'model' | 'headless' | 'digest'> {
  const { type, path, kind, template, shared } = page
  const { own, shows } = page.about
  return { type, path, kind, template, shared, about: { own, shows, summary: null } }
}
