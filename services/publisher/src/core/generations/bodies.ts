/** The bodies of everything that is published. */
import { bodyNotRendered, type RenderFault } from '../errors.ts'
import type { EntryKey, WrittenEntry } from '../model/content-model.ts'
import type { Published } from '../model/follow-content.ts'
import { fileOf, type Route } from '../plan/routes.ts'
import type { Markup, PublisherPorts, Unrenderable } from '../ports.ts'
import { sourceBody } from '../render/body.ts'
import { routeOfPage } from '../render/context.ts'
import { type Body, newestFirst, type Page, type Post, type Settings } from '../site/site.ts'
import type { GenerationOptions } from './generation.ts'
import { inParallel } from './in-parallel.ts'

const bodiesAtOnce = 50
const portionsAtOnce = 4
const maxFaults = 50

export interface WithBodies {
  /** Newest first (D4.5). */
  readonly posts: readonly Post[]
  readonly pages: readonly Page[]
  /** Pages that show the source of their body, for it could not be rendered. */
  readonly faults: readonly RenderFault[]
}

type Options = Pick<Settings, 'allowRawHtml'> & Pick<GenerationOptions, 'cleanUrls'>

/** Bodies rendered anew after which those that nobody needs are looked for. */
const renderedBetween = 500

/** Joins what is published with its bodies; those that nobody rendered before are rendered now. Equal entries stay the same objects. */
export function bodyRendering({ markup, model }: Pick<PublisherPorts, 'markup' | 'model'>) {
  /** Entries with their bodies, as long as raw HTML is allowed or not as it was. */
  let made = noneMade(false)
  let order: readonly string[] = []
  let rendered = renderedBetween

  async function joined(name: string, written: WrittenEntry, body: Body | Unrenderable): Promise<Post | Page> {
    const shown = 'fault' in body ? sourceBody({ textDigest: written.textDigest, markdown: await sourceOf(model, name) }) : body
    const { textDigest: _, ...rest } = written
    const entry = { ...rest, body: shown } as Post | Page
    if (!('fault' in body)) made.entries.set(name, { written, entry })
    return entry
  }

  /** Newest first; the order of before is mostly that of now. */
  function inOrder(published: Published): readonly string[] {
    const times = order.map((name) => published.get(name)?.createdAt ?? '')
    const isSame = order.length === published.size && times.every((time, at) => time !== '' && (at === 0 || time < (times[at - 1] ?? '')))
    if (!isSame) order = [...published].sort(([, one], [, other]) => newestFirst(one, other)).map(([name]) => name)
    return order
  }

  const madeOf = (name: string, written: WrittenEntry): Post | Page | undefined => {
    const known = made.entries.get(name)
    return known?.written === written ? known.entry : undefined
  }

  function forget(published: Published, options: Options): void {
    const { entries } = made
    if (entries.size > published.size) for (const name of entries.keys()) if (!published.has(name)) entries.delete(name)
    if (rendered < renderedBetween) return
    rendered = 0
    markup.keep(new Set(Array.from(published.values(), ({ textDigest }) => textDigest)), options)
  }

  return async (published: Published, options: Options, signal: AbortSignal): Promise<WithBodies> => {
    if (made.isRaw !== options.allowRawHtml) made = noneMade(options.allowRawHtml)
    const fresh = [...published].filter(([name, written]) => !madeOf(name, written))
    const found = await bodiesOf(markup, model, fresh, options, signal)
    const posts: Post[] = []
    const pages: Page[] = []
    const faults: RenderFault[] = []
    for (const name of inOrder(published)) {
      const written = published.get(name)
      if (!written) continue
      const known = madeOf(name, written)
      const body = known?.body ?? found.get(written.textDigest)
      if (!body) continue
      if ('fault' in body && faults.length < maxFaults)
        faults.push(bodyNotRendered(fileOf(routeOf(written), options.cleanUrls), body.fault))
      const entry = known ?? (await joined(name, written, body))
      if (isPage(entry)) pages.push(entry)
      else posts.push(entry)
    }
    rendered += fresh.length
    forget(published, options)
    return { posts, pages, faults }
  }
}

/** By name; with what was written, for another revision is another entry. A body that could not be rendered is tried again. */
const noneMade = (isRaw: boolean) => ({
  isRaw,
  entries: new Map<string, { readonly written: WrittenEntry; readonly entry: Post | Page }>(),
})

/** Renders what is not known yet; the bodies by the digests of their sources. */
async function bodiesOf(
  markup: Markup,
  model: PublisherPorts['model'],
  entries: readonly (readonly [string, WrittenEntry])[],
  options: Options,
  signal: AbortSignal,
): Promise<ReadonlyMap<string, Body | Unrenderable>> {
  const missing = new Map<string, string>()
  const found = new Map<string, Body | Unrenderable>()
  for (const [name, { textDigest }] of entries) {
    const known = markup.known(textDigest, options)
    if (known) found.set(textDigest, known)
    else missing.set(textDigest, name)
  }
  await inParallel(portions([...missing]), portionsAtOnce, async (portion) => {
    signal.throwIfAborted()
    const texts = await model.texts(portion.map(([, name]) => keyOf(name)))
    const sources = portion.map(([textDigest, name]) => ({ textDigest, markdown: texts.get(name) ?? '' }))
    const bodies = await markup.render(sources, options)
    for (const [index, body] of bodies.entries()) found.set(sources[index]?.textDigest ?? '', body)
  })
  return found
}

const portions = <T>(items: readonly T[]): readonly (readonly T[])[] =>
  Array.from({ length: Math.ceil(items.length / bodiesAtOnce) }, (_, at) => items.slice(at * bodiesAtOnce, (at + 1) * bodiesAtOnce))

const sourceOf = async (model: PublisherPorts['model'], name: string): Promise<string> => (await model.texts([keyOf(name)])).get(name) ?? ''

function keyOf(name: string): EntryKey {
  const [type, id = ''] = name.split(' ')
  return { type: type === 'page' ? 'page' : 'post', id }
}

const isPage = (entry: Post | Page): entry is Page => 'path' in entry

const routeOf = (entry: WrittenEntry): Route => ('path' in entry ? routeOfPage(entry) : { kind: 'post', slug: entry.slug })
