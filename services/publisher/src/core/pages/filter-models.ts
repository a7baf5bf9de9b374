import type { RenderError } from '../errors.ts'
import type { SiteHooks } from '../ports.ts'
import { chunks, inParallel } from './in-parallel.ts'
import { type ModelPatch, patched, patchOf } from './model-patch.ts'
import type { Digest, Kind, PageAbout, PageData, PlannedFile, PlannedPage, SitePlan } from './planned.ts'

const pagesAtOnce = 16
/** Pages whose results are in memory at a time. */
const pagesAStep = 64
/** Maximum bytes of all changes that extensions make in a plan. */
const mostBytes = 128 * 1024 * 1024
/** Approximate bytes that a stored value takes in addition to its text. */
const bytesBesides = 256

interface FilteredPages {
  /** In the given order. */
  readonly pages: readonly PlannedPage[]
  readonly omitted: readonly RenderError[]
}

export type ModelFilter = (pages: readonly PlannedPage[], signal?: AbortSignal) => Promise<FilteredPages>

/**
 * Lets extensions change the model of every page, and adds their changes to the digest of the page. Stores
 * the changes until the page is rendered. Beyond the memory limit, pages stay unchanged and are reported.
 */
export function modelFilter(hooks: SiteHooks, digest: Digest, most = mostBytes): ModelFilter {
  /** Stored texts of earlier plans, reused while such a plan is in use. */
  let shared = new Map<string, WeakRef<Uint8Array>>()
  return async (pages, signal) => {
    if (!hooks.changesTemplateData()) return { pages, omitted: [] }
    const kept = new Map<string, Uint8Array>()
    const known = (key: string) => shared.get(key)?.deref()
    const keep = keeper({ most, digest, kept, known })
    const { changed, refused } = await filteredModels(pages, { hooks, digest, keep, signal })
    shared = new Map([...shared].filter(([key]) => !kept.has(key) && known(key)))
    for (const [key, bytes] of kept) shared.set(key, new WeakRef(bytes))
    return { pages: pages.map((page) => changed.get(page) ?? page), omitted: tooMuch(refused, most) }
  }
}

/** The plan with the models that extensions have changed. */
export async function filteredPlan(
  plan: SitePlan,
  hooks: SiteHooks,
  filter: ModelFilter,
  signal?: AbortSignal,
): Promise<SitePlan> {
  if (!hooks.changesTemplateData()) return plan
  const given: PlannedPage[] = []
  const positions: number[] = []
  plan.files.forEach((file, position) => {
    if (file.type !== 'page') return
    given.push(file)
    positions.push(position)
  })
  const { pages, omitted } = await filter(given, signal)
  const changed = new Map<number, PlannedFile>()
  for (const [at, page] of pages.entries()) {
    const position = positions[at]
    if (page !== given[at] && position !== undefined) changed.set(position, page)
  }
  const digests = new Map(Array.from(changed, ([position, { digest }]) => [position, digest]))
  return {
    ...plan,
    files: plan.files.with(changed),
    manifest: plan.manifest.with(digests),
    omitted: [...omitted, ...plan.omitted],
  }
}

interface Filtering {
  readonly hooks: SiteHooks
  readonly digest: Digest
  readonly keep: (change: ChangeTexts) => KeptChange | undefined
  readonly signal: AbortSignal | undefined
}

async function filteredModels(
  pages: readonly PlannedPage[],
  { hooks, digest, keep, signal }: Filtering,
): Promise<{
  readonly changed: ReadonlyMap<PlannedPage, PlannedPage>
  readonly refused: readonly PlannedPage[]
}> {
  const changed = new Map<PlannedPage, PlannedPage>()
  const refused: PlannedPage[] = []
  for (const some of chunks(pages, pagesAStep)) {
    const texts = new Map<PlannedPage, ChangeTexts>()
    await inParallel(some, pagesAtOnce, async (page) => {
      signal?.throwIfAborted()
      const given = page.model
      const change = changeTexts(given, await hooks.templateData(given, page.template))
      if (change) texts.set(page, change)
    })
    for (const page of some) {
      const change = texts.get(page)
      const kept = change && keep(change)
      if (kept) changed.set(page, new FilteredPage(page, kept, digest))
      else if (change) refused.push(page)
    }
  }
  return { changed, refused }
}

interface ChangeTexts {
  readonly names: string
  readonly values: readonly (readonly [name: string, patch: string])[]
}

type Fields = Readonly<Record<string, unknown>>

function changeTexts(given: PageData, answer: PageData): ChangeTexts | undefined {
  const [before, after] = [given as unknown as Fields, answer as unknown as Fields]
  const names = Object.keys(after)
  const values = names.flatMap((name): ChangeTexts['values'] => {
    const patch: ModelPatch | undefined = Object.hasOwn(before, name)
      ? patchOf(before[name], after[name])
      : patchOf(undefined, after[name])
    return patch ? [[name, JSON.stringify(patch)]] : []
  })
  const known = Object.keys(before).filter((name) => before[name] !== undefined)
  const isSame =
    values.length === 0 && names.length === known.length && names.every((name, at) => name === known[at])
  return isSame ? undefined : { names: JSON.stringify(names), values }
}

/** The change of one page. Equal texts are stored once, as bytes outside the heap. */
interface KeptChange {
  readonly names: Uint8Array
  readonly values: readonly (readonly [name: string, patch: Uint8Array])[]
  readonly digest: string
}

interface Keeping {
  readonly most: number
  readonly digest: Digest
  readonly kept: Map<string, Uint8Array>
  readonly known: (key: string) => Uint8Array | undefined
}

function keeper({ most, digest, kept, known }: Keeping): Filtering['keep'] {
  let used = 0
  return ({ names, values }) => {
    const texts = [names, ...values.map(([, patch]) => patch)]
    const digests = texts.map((text) => digest(text))
    const fresh = new Map<string, Uint8Array>()
    for (const [at, text] of texts.entries()) {
      const key = digests[at] ?? ''
      if (!kept.has(key)) fresh.set(key, known(key) ?? utf8.encode(text))
    }
    const size = [...fresh.values()].reduce((sum, { length }) => sum + length, texts.length * bytesBesides)
    if (used + size > most) return undefined
    used += size
    for (const [key, bytes] of fresh) kept.set(key, bytes)
    const bytesAt = (at: number): Uint8Array => kept.get(digests[at] ?? '') ?? new Uint8Array()
    return {
      names: bytesAt(0),
      values: values.map(([name], at) => [name, bytesAt(at + 1)]),
      digest: digest(JSON.stringify([digests, values.map(([name]) => name)])),
    }
  }
}

const utf8 = new TextEncoder()
const jsonOf = (bytes: Uint8Array): unknown => JSON.parse(new TextDecoder().decode(bytes))

function tooMuch([first, ...others]: readonly PlannedPage[], most: number): readonly RenderError[] {
  if (!first) return []
  const which =
    others.length === 0
      ? `the page ${first.path} was`
      : `${others.length + 1} pages, starting with ${first.path}, were`
  const message = `Extensions changed more than ${Math.round(most / 1024 / 1024)} MiB of template data; ${which} rendered without those changes`
  return [{ message, template: first.template, page: first.path }]
}

/** Stores only the changes of a page, because a large site has many pages. */
class FilteredPage implements PlannedPage {
  readonly type = 'page'
  readonly number: number
  readonly kind: Kind
  readonly path: string
  readonly digest: string
  readonly template: string
  readonly shared: PlannedPage['shared']
  readonly about: PageAbout
  readonly #page: PlannedPage
  readonly #change: KeptChange

  constructor(page: PlannedPage, change: KeptChange, digest: Digest) {
    const { kind, path, template, shared, about } = page
    this.number = page.number
    this.kind = kind
    this.path = path
    this.digest = digest(JSON.stringify([page.digest, change.digest]))
    this.template = template
    this.shared = shared
    // The extension may have changed the summary.
    this.about = { own: about.own, shows: about.shows, summary: null }
    this.#page = page
    this.#change = change
  }

  get model(): PageData {
    const given = this.#page.model as unknown as Fields
    const { names, values } = this.#change
    const patches = new Map(values.map(([name, bytes]) => [name, jsonOf(bytes) as ModelPatch]))
    const valueIn = (name: string): unknown => {
      const patch = patches.get(name)
      return patch ? patched(given[name], patch) : given[name]
    }
    return Object.fromEntries(
      (jsonOf(names) as string[]).map((name) => [name, valueIn(name)]),
    ) as unknown as PageData
  }
}
