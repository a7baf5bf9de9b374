/** The bodies of everything that is published. */
import { bodyNotRendered, type RenderFault } from '../errors.ts'
import { fileOf, type Route } from '../pages/addresses/routes.ts'
import { inParallel, portions } from '../pages/in-parallel.ts'
import { sourceBody } from '../pages/models/body.ts'
import { routeOfPage } from '../pages/models/context.ts'
import type { Markup, PublisherPorts, Unrenderable } from '../ports.ts'
import type { GenerationOptions } from '../releases/generation.ts'
import type { EntryKey, WrittenEntry } from '../site/content-model.ts'
import type { Published } from '../site/follow-content.ts'
import { type Body, newestFirst, type Page, type Post, type Settings } from '../site/site.ts'

const bodiesAtOnce = 50
const portionsAtOnce = 4
const maxFaults = 50

export interface WithBodies {
  /** Newest first (contract.md#post-lists). */
  readonly posts: readonly Post[]
  readonly pages: readonly Page[]
  /** Pages that show the source of their body, for it could not be rendered. */
  readonly faults: readonly RenderFault[]
}

type Options = Pick<Settings, 'allowRawHtml'> & Pick<GenerationOptions, 'cleanUrls'>

/** Bodies rendered anew after which those that nobody needs are looked for. */
const renderedBetween = 500

/** What is published, in its place; with its body where that is known. */
interface Slot {
  readonly name: string
  readonly written: WrittenEntry
  entry?: Post | Page
}

interface Slots {
  /** Newest first. */
  readonly list: readonly Slot[]
  /** The place of each in it, by its name. */
  readonly numbers: ReadonlyMap<string, number>
  /** What is published as altered, and how many of these names are taken in. */
  readonly altered: readonly string[]
  readonly upTo: number
}

const noSlots: Slots = { list: [], numbers: new Map(), altered: [], upTo: 0 }

/** Joins what is published with its bodies; those that nobody rendered before are rendered now. Equal entries stay the same objects. */
export function bodyRendering({ markup, model }: Pick<PublisherPorts, 'markup' | 'model'>) {
  /** Made as long as raw HTML is allowed or not as it was. */
  let slots = noSlots
  let isRaw = false
  let rendered = renderedBetween

  /** A body that could not be rendered is tried again. */
  async function withSource({ name, written }: Slot): Promise<Post | Page> {
    return joined(
      written,
      sourceBody({ textDigest: written.textDigest, markdown: await sourceOf(model, name) }),
    )
  }

  function forget(published: Published, options: Options): void {
    if (rendered < renderedBetween) return
    rendered = 0
    markup.keep(new Set(Array.from(published.entries.values(), ({ textDigest }) => textDigest)), options)
  }

  /** Undefined for one without a body. Waits for nothing but the source of one that could not be rendered. */
  function entryOf(
    slot: Slot,
    found: ReadonlyMap<string, Body | Unrenderable>,
    faults: FaultSink,
  ): Post | Page | Promise<Post | Page> | undefined {
    const body = found.get(slot.written.textDigest)
    if (!body) return undefined
    if ('fault' in body) {
      faults(slot.written, body.fault)
      return withSource(slot)
    }
    slot.entry = joined(slot.written, body)
    return slot.entry
  }

  return async (published: Published, options: Options, signal: AbortSignal): Promise<WithBodies> => {
    if (isRaw !== options.allowRawHtml) slots = noSlots
    isRaw = options.allowRawHtml
    slots = slotsOf(published, slots)
    const fresh = slots.list.filter(({ entry }) => !entry)
    const found = await bodiesOf(markup, model, fresh, options, signal)
    const posts: Post[] = []
    const pages: Page[] = []
    const faults: RenderFault[] = []
    const failed: FaultSink = (written, fault) => {
      if (faults.length < maxFaults)
        faults.push(bodyNotRendered(written, fileOf(routeOf(written), options.cleanUrls), fault))
    }
    for (const slot of slots.list) {
      const made = slot.entry ?? entryOf(slot, found, failed)
      const entry = made instanceof Promise ? await made : made
      if (entry && isPage(entry)) pages.push(entry)
      else if (entry) posts.push(entry)
    }
    rendered += fresh.length
    forget(published, options)
    return { posts, pages, faults }
  }
}

function joined({ textDigest: _, ...rest }: WrittenEntry, body: Body): Post | Page {
  return { ...rest, body } as Post | Page
}

type FaultSink = (written: WrittenEntry, fault: string) => void

/** Another revision is another entry, which mostly has the place of the one before. */
function slotsOf(published: Published, before: Slots): Slots {
  const { entries, altered } = published
  if (before.altered !== altered) return newSlots(published, before)
  const list = [...before.list]
  for (const name of altered.slice(before.upTo)) {
    const [number, written] = [before.numbers.get(name), entries.get(name)]
    if (number === undefined && !written) continue
    const slot = list[number ?? -1]
    if (!slot || number === undefined || written?.createdAt !== slot.written.createdAt)
      return newSlots(published, before)
    if (slot.written !== written) list[number] = { name, written }
  }
  return { ...before, list, upTo: altered.length }
}

function newSlots({ entries, altered }: Published, before: Slots): Slots {
  const known = new Map(before.list.map((slot) => [slot.name, slot]))
  const list = [...entries]
    .sort(([, one], [, other]) => newestFirst(one, other))
    .map(([name, written]) => {
      const slot = known.get(name)
      return slot?.written === written ? slot : { name, written }
    })
  return {
    list,
    numbers: new Map(list.map(({ name }, number) => [name, number])),
    altered,
    upTo: altered.length,
  }
}

/** Renders what is not known yet; the bodies by the digests of their sources. */
async function bodiesOf(
  markup: Markup,
  model: PublisherPorts['model'],
  entries: readonly Slot[],
  options: Options,
  signal: AbortSignal,
): Promise<ReadonlyMap<string, Body | Unrenderable>> {
  const missing = new Map<string, string>()
  const found = new Map<string, Body | Unrenderable>()
  for (const { name, written } of entries) {
    const { textDigest } = written
    const known = markup.known(textDigest, options)
    if (known) found.set(textDigest, known)
    else missing.set(textDigest, name)
  }
  await inParallel(portions([...missing], bodiesAtOnce), portionsAtOnce, async (portion) => {
    signal.throwIfAborted()
    const texts = await model.texts(portion.map(([, name]) => keyOf(name)))
    const sources = portion.map(([textDigest, name]) => ({ textDigest, markdown: texts.get(name) ?? '' }))
    const bodies = await markup.render(sources, options)
    for (const [index, body] of bodies.entries()) found.set(sources[index]?.textDigest ?? '', body)
  })
  return found
}

const sourceOf = async (model: PublisherPorts['model'], name: string): Promise<string> =>
  (await model.texts([keyOf(name)])).get(name) ?? ''

function keyOf(name: string): EntryKey {
  const [type, id = ''] = name.split(' ')
  return { type: type === 'page' ? 'page' : 'post', id }
}

const isPage = (entry: Post | Page): entry is Page => 'path' in entry

const routeOf = (entry: WrittenEntry): Route =>
  'path' in entry ? routeOfPage(entry) : { kind: 'post', slug: entry.slug }
