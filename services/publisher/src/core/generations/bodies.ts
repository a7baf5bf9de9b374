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

/** Joins what is published with its bodies; those that nobody rendered before are rendered now. Equal entries stay the same objects. */
export function bodyRendering({ markup, model }: Pick<PublisherPorts, 'markup' | 'model'>) {
  const made = new WeakMap<WrittenEntry, Post | Page>()

  /** The same object as long as the body is the same. */
  function joined(written: WrittenEntry, body: Body): Post | Page {
    const known = made.get(written)
    if (known?.body.digest === body.digest) return known
    const { textDigest: _, ...rest } = written
    const entry = { ...rest, body } as Post | Page
    made.set(written, entry)
    return entry
  }

  return async (published: Published, options: Options, signal: AbortSignal): Promise<WithBodies> => {
    const found = await bodiesOf(markup, model, [...published], options, signal)
    const posts: Post[] = []
    const pages: Page[] = []
    const faults: RenderFault[] = []
    for (const [name, written] of published) {
      const body = found.get(written.textDigest) ?? markup.known(written.textDigest, options)
      if (!body) continue
      if ('fault' in body && faults.length < maxFaults)
        faults.push(bodyNotRendered(fileOf(routeOf(written), options.cleanUrls), body.fault))
      const shown = 'fault' in body ? sourceBody({ textDigest: written.textDigest, markdown: await sourceOf(model, name) }) : body
      const entry = joined(written, shown)
      if (isPage(entry)) pages.push(entry)
      else posts.push(entry)
    }
    markup.keep(new Set(Array.from(published.values(), ({ textDigest }) => textDigest)), options)
    return { posts: posts.sort(newestFirst), pages: pages.sort(newestFirst), faults }
  }
}

/** Renders what is not known yet; what is too short-lived to be kept is in the answer. */
async function bodiesOf(
  markup: Markup,
  model: PublisherPorts['model'],
  entries: readonly (readonly [string, WrittenEntry])[],
  options: Options,
  signal: AbortSignal,
): Promise<ReadonlyMap<string, Body | Unrenderable>> {
  const missing = new Map<string, string>()
  for (const [name, { textDigest }] of entries) if (!markup.known(textDigest, options)) missing.set(textDigest, name)
  const found = new Map<string, Body | Unrenderable>()
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
