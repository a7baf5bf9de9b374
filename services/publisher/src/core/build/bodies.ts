import { bodyNotRendered, type RenderError } from '../errors.ts'
import { type Permalinks, routeOfEntry } from '../pages/addresses/permalinks.ts'
import { fileOf } from '../pages/addresses/routes.ts'
import { chunks, inParallel } from '../pages/in-parallel.ts'
import { sourceBody } from '../pages/models/body.ts'
import type { PublisherPorts, Unrenderable } from '../ports.ts'
import type { GenerationOptions } from '../releases/generation.ts'
import type { EntryKey, WrittenEntry } from '../site/content-model.ts'
import type { Published } from '../site/follow-content.ts'
import { type Body, newestFirst, type Page, type Post, type Settings } from '../site/site.ts'

const bodiesPerChunk = 50
const chunksAtOnce = 4
const maxErrors = 50
/** New entries between two prunings of the cache. */
const pruneEvery = 500

export interface WithBodies {
  readonly posts: readonly Post[]
  readonly pages: readonly Page[]
  /** Errors of bodies that could not be rendered; their pages show the source instead. */
  readonly errors: readonly RenderError[]
}

interface BodyPorts extends Pick<PublisherPorts, 'markup'> {
  readonly model: Pick<PublisherPorts['model'], 'texts'>
}

type Options = Pick<Settings, 'allowRawHtml'> & Permalinks & Pick<GenerationOptions, 'cleanUrls'>
type Bodies = ReadonlyMap<string, Body | Unrenderable>

interface Slot {
  readonly name: string
  readonly written: WrittenEntry
  entry?: Post | Page
}

/** The entries, newest first. The next build reuses them. */
interface Slots {
  readonly list: Slot[]
  readonly numbers: ReadonlyMap<string, number>
  /** Names of changed entries. `list` already includes the first `upTo` of these changes. */
  readonly altered: readonly string[]
  readonly upTo: number
}

const noSlots = (): Slots => ({ list: [], numbers: new Map(), altered: [], upTo: 0 })

/** Adds rendered bodies to entries. Unchanged entries stay the same objects. */
export class BodyRendering {
  readonly #ports: BodyPorts
  /** Cached for one value of `allowRawHtml`. */
  #slots = noSlots()
  #options: Options | undefined
  /** Number of new entries since the last pruning. The first build prunes too. */
  #fresh = pruneEvery

  constructor(ports: BodyPorts) {
    this.#ports = ports
  }

  async withBodies(published: Published, options: Options, signal: AbortSignal): Promise<WithBodies> {
    if (this.#options?.allowRawHtml !== options.allowRawHtml) this.#slots = noSlots()
    this.#options = options
    this.#slots = slotsOf(published, this.#slots)
    const fresh = this.#slots.list.filter(({ entry }) => !entry)
    const bodies = await renderBodies(this.#ports, fresh, options, signal)
    const posts: Post[] = []
    const pages: Page[] = []
    const errors: RenderError[] = []
    for (const slot of this.#slots.list) {
      const body = slot.entry ? undefined : bodies.get(slot.written.textDigest)
      if (body && !('error' in body)) slot.entry = joined(slot.written, body)
      else if (body && errors.length < maxErrors) errors.push(errorOf(slot.written, body, options))
      const entry = slot.entry ?? (body && (await this.#withSource(slot)))
      if (entry && isPage(entry)) pages.push(entry)
      else if (entry) posts.push(entry)
    }
    this.#fresh += fresh.length
    return { posts, pages, errors }
  }

  /** The entry with its source as body. Not cached: the next build renders a failed body again. */
  async #withSource({ name, written }: Slot): Promise<Post | Page> {
    const markdown = (await this.#ports.model.texts([keyOf(name)])).get(name) ?? ''
    return joined(written, sourceBody({ textDigest: written.textDigest, markdown }))
  }

  /** Deletes cached bodies that the last site does not contain. Often does nothing, because it is slow. */
  prune(): void {
    if (this.#fresh < pruneEvery || !this.#options) return
    this.#fresh = 0
    this.#ports.markup.keep(new Set(this.#slots.list.map(({ written }) => written.textDigest)), this.#options)
  }
}

function joined({ textDigest: _, ...rest }: WrittenEntry, body: Body): Post | Page {
  return { ...rest, body } as Post | Page
}

const errorOf = (written: WrittenEntry, { error }: Unrenderable, options: Options): RenderError =>
  bodyNotRendered(written, fileOf(routeOfEntry(written, options), options.cleanUrls), error)

/**
 * Sorts only if an entry may have moved, because most changed entries keep their position. Otherwise changes
 * the list in place.
 */
function slotsOf(published: Published, before: Slots): Slots {
  const { entries, altered } = published
  if (before.altered !== altered) return newSlots(published, before)
  const { list } = before
  for (const name of altered.slice(before.upTo)) {
    const [number, written] = [before.numbers.get(name), entries.get(name)]
    if (number === undefined && !written) continue
    const slot = list[number ?? -1]
    if (!slot || number === undefined || !written || isMoved(written, slot.written))
      return newSlots(published, before)
    if (slot.written !== written) list[number] = { name, written }
  }
  return { ...before, upTo: altered.length }
}

function newSlots({ entries, altered }: Published, before: Slots): Slots {
  const known = new Map(before.list.map((slot) => [slot.name, slot]))
  const list = [...entries]
    .sort(([, one], [, other]) => newestFirst(one, other))
    .map(([name, written]) => {
      const slot = known.get(name)
      return slot?.written === written ? slot : { name, written }
    })
  const numbers = new Map(list.map(({ name }, number) => [name, number]))
  return { list, numbers, altered, upTo: altered.length }
}

async function renderBodies(
  { markup, model }: BodyPorts,
  entries: readonly Slot[],
  options: Options,
  signal: AbortSignal,
): Promise<Bodies> {
  const missing = new Map<string, string>()
  const found = new Map<string, Body | Unrenderable>()
  const cachedBody = markup.known(options)
  for (const { name, written } of entries) {
    const { textDigest } = written
    const known = cachedBody(textDigest)
    if (known) found.set(textDigest, known)
    else missing.set(textDigest, name)
  }
  await inParallel(chunks([...missing], bodiesPerChunk), chunksAtOnce, async (chunk) => {
    signal.throwIfAborted()
    const texts = await model.texts(chunk.map(([, name]) => keyOf(name)))
    const sources = chunk.map(([textDigest, name]) => ({ textDigest, markdown: texts.get(name) ?? '' }))
    const bodies = await markup.render(sources, options)
    for (const [index, body] of bodies.entries()) found.set(sources[index]?.textDigest ?? '', body)
  })
  return found
}

function keyOf(name: string): EntryKey {
  const [type, id = ''] = name.split(' ')
  return { type: type === 'page' ? 'page' : 'post', id }
}

/** True if the entry may have another position, because a date that determines it has changed. */
const isMoved = (written: WrittenEntry, before: WrittenEntry): boolean =>
  written.publishedAt !== before.publishedAt || written.createdAt !== before.createdAt

const isPage = (entry: Post | Page): entry is Page => 'path' in entry
