/** Lets extensions change what templates are given (D13). */
import { inParallel } from '../generations/in-parallel.ts'
import type { SiteHooks } from '../ports.ts'
import { type ModelPatch, patched, patchOf } from './model-patch.ts'
import type { Digest, Kind, PageAbout, PageData, PlannedFile, PlannedPage, SitePlan } from './planned.ts'

const pagesAtOnce = 16

/**
 * The plan with every page's model as extensions want it. The digest covers what they changed: a page is rendered again when
 * an extension answers something else, and only then.
 */
export async function withFilteredModels(plan: SitePlan, hooks: SiteHooks, digest: Digest, signal?: AbortSignal): Promise<SitePlan> {
  if (!hooks.changesTemplateData()) return plan
  const changed = new Map<PlannedPage, PlannedPage>()
  const pages = plan.files.filter((file) => file.type === 'page')
  await inParallel(pages, pagesAtOnce, async (page) => {
    signal?.throwIfAborted()
    const given = page.model
    const patch = patchOf(given, await hooks.templateData(given, page.template))
    if (patch) changed.set(page, new FilteredPage(page, JSON.stringify(patch), digest))
  })
  const files = plan.files.map((file): PlannedFile => (file.type === 'page' ? (changed.get(file) ?? file) : file))
  return { ...plan, files, altered: undefined }
}

/** Keeps no model but what is another in it, as text: of a large site there are many at a time. */
class FilteredPage implements PlannedPage {
  readonly type = 'page'
  readonly kind: Kind
  readonly path: string
  readonly digest: string
  readonly template: string
  readonly shared: PlannedPage['shared']
  readonly about: PageAbout
  readonly #page: PlannedPage
  readonly #patch: string

  constructor(page: PlannedPage, patch: string, digest: Digest) {
    const { kind, path, template, shared, about } = page
    this.kind = kind
    this.path = path
    this.digest = digest(JSON.stringify([page.digest, patch]))
    this.template = template
    this.shared = shared
    // What its post says now is the extension's word, not that of its summary.
    this.about = { own: about.own, shows: about.shows, summary: null }
    this.#page = page
    this.#patch = patch
  }

  get model(): PageData {
    return patched(this.#page.model, JSON.parse(this.#patch) as ModelPatch)
  }
}
