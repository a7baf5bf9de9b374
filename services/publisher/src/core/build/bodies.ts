import { bodyNotRendered, type RenderFault } from '../errors.ts'
import { type Permalinks, routeOfEntry } from '../pages/addresses/permalinks.ts'
import { fileOf } from '../pages/addresses/routes.ts'
import { inParallel, portions } from '../pages/in-parallel.ts'
import { sourceBody } from '../pages/models/body.ts'
import type { Markup, PublisherPorts, Unrenderable } from '../ports.ts'
import type { GenerationOptions } from '../releases/generation.ts'
import type { EntryKey, WrittenEntry } from '../site/content-model.ts'
import type { Published } from '../site/follow-content.ts'
import { type Body, newestFirst, type Page, type Post, type Settings } from '../site/site.ts'

const bodiesAtOnce = 50
const portionsAtOnce = 4
const maxFaults = 50

export interface WithBodies {
  readonly posts: readonly Post[]
  readonly pages: readonly Page[]
  /** Pages that show the source of a body that could not be rendered. */
  readonly faults: readonly RenderFault[]
}

type TextsOfEntries = Pick<PublisherPorts['model'], 'texts'>

type Options = Pick<Settings, 'allowRawHtml'> & Permalinks & Pick<GenerationOptions, 'cleanUrls'>

/** Rendered bodies between two prunings. */
const renderedBetween = 500

interface Slot {
  readonly name: string
  readonly written: WrittenEntry
  entry?: Post | Page
}

interface Slots {
  readonly list: readonly Slot[]
  readonly numbers: ReadonlyMap<string, number>
  /** Changed names, and how many of them `list` reflects. */
  readonly altered: readonly string[]
  readonly upTo: number
}

const noSlots: Slots = { list: [], numbers: new Map(), altered: [], upTo: 0 }

/** Unchanged entries stay the same objects. */
export function bodyRendering({
  markup,
  model,
}: Pick<PublisherPorts, 'markup'> & { readonly model: TextsOfEntries }) {
  /** Valid for one value of `allowRawHtml`. */
  let slots = noSlots
  let isRaw = false
  let rendered = renderedBetween

  /** A failed body is rendered again with the next build. */
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

  /** Undefined without a body. Async only for the source of a failed one. */
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
        faults.push(
          bodyNotRendered(written, fileOf(routeOfEntry(written, options), options.cleanUrls), fault),
        )
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

/** A new revision mostly keeps its place. */
function slotsOf(published: Published, before: Slots): Slots {
  const { entries, altered } = published
  if (before.altered !== altered) return newSlots(published, before)
  const list = [...before.list]
  for (const name of altered.slice(before.upTo)) {
    const [number, written] = [before.numbers.get(name), entries.get(name)]
    if (number === undefined && !written) continue
    const slot = list[number ?? -1]
    if (!slot || number === undefined || !written || isMoved(written, slot.written))
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

async function bodiesOf(
  markup: Markup,
  model: TextsOfEntries,
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

const sourceOf = async (model: TextsOfEntries, name: string): Promise<string> =>
  (await model.texts([keyOf(name)])).get(name) ?? ''

function keyOf(name: string): EntryKey {
  const [type, id = ''] = name.split(' ')
  return { type: type === 'page' ? 'page' : 'post', id }
}

/** Its place among the others depends on both dates. */
const isMoved = (written: WrittenEntry, before: WrittenEntry): boolean =>
  written.publishedAt !== before.publishedAt || written.createdAt !== before.createdAt

const isPage = (entry: Post | Page): entry is Page => 'path' in entry
