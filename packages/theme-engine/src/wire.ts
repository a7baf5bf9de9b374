/**
 * Encodes batches of pages for a renderer process. All models of a batch are one JSON text, because this is
 * fastest for many small values. The content and the head of a page are sent once, outside of the JSON. The
 * summary of a post is sent to each process once and then referred to by number.
 */
import type { BatchMessage, PageMessage, SiteMessage, ThemeMessage, ToRenderer } from './protocol.ts'

export interface WireBatch {
  readonly type: 'wire batch'
  batch: string
  /**
   * JSON of new summaries. Not in `batch`, because one character beyond Latin-1 doubles the memory of the
   * whole string.
   */
  fresh: string
  /** One per page; null if the model of the page has none. */
  readonly contents: (string | null)[]
  readonly heads: (string | null)[]
}

export type OnTheWire = ThemeMessage | SiteMessage | WireBatch

type Part = { readonly content?: unknown; readonly related?: unknown } | null
type Model = {
  readonly content?: unknown
  readonly head?: unknown
  readonly posts?: unknown
  readonly post?: Part
  readonly page?: Part
}

type Fields = Record<string, unknown>
type NumberOf = (item: object) => number

const parts = ['post', 'page'] as const
/** A process clears its cache before a batch if it has more summaries than this, a few kilobytes each. */
const mostKept = 12_000

/** Each process needs its own writer, which knows what the process has cached. */
export function wireWriter(): (message: ToRenderer) => OnTheWire {
  let numbers = new Map<object, number>()

  return (message) => {
    if (message.type !== 'batch') return message
    const isFull = numbers.size > mostKept
    if (isFull) numbers = new Map()
    const fresh: object[] = []
    const numberOf = (item: object): number => {
      const known = numbers.get(item)
      if (known !== undefined) return known
      numbers.set(item, numbers.size)
      fresh.push(item)
      return numbers.size - 1
    }
    // Copies the models once, because getters may compute new objects each time.
    const models = message.pages.map(({ model }) => ({ ...model }) as Model)
    const contents = models.map(({ content }) => textOf(content))
    const heads = models.map(({ head }) => textOf(head))
    const pages = message.pages.map((page, index) =>
      shortened({ ...page, model: models[index] ?? {} }, numberOf),
    )
    const batch = { ...message, pages, ...(isFull ? { forget: true } : {}) }
    return { type: 'wire batch', batch: JSON.stringify(batch), fresh: JSON.stringify(fresh), contents, heads }
  }
}

/**
 * Clears a message that was sent or read. Otherwise its contents stay in memory until the next garbage
 * collection.
 */
export function empty(message: OnTheWire): void {
  if (message.type !== 'wire batch') return
  message.batch = ''
  message.fresh = ''
  message.contents.length = 0
  message.heads.length = 0
}

/** Reads the messages of one writer and clears them. */
export function wireReader(): (message: OnTheWire) => ToRenderer {
  let kept: unknown[] = []

  return (message) => {
    if (message.type !== 'wire batch') return message
    const { forget, pages, ...batch } = JSON.parse(message.batch) as Omit<BatchMessage, 'pages'> & Received
    if (forget) kept = []
    kept.push(...(JSON.parse(message.fresh) as unknown[]))
    const textsOf = (index: number) => ({
      content: message.contents[index] ?? null,
      head: message.heads[index] ?? null,
    })
    const read = { ...batch, pages: pages.map((page, index) => whole(page, textsOf(index), kept)) }
    empty(message)
    return read
  }
}

interface Received {
  readonly pages: readonly WirePage[]
  /** The reader must drop its cached summaries, because numbers start at 0 again. */
  readonly forget?: true
}

interface WirePage extends Omit<PageMessage, 'summary'> {
  /** Parts of the model that repeat the content of the page. */
  readonly alsoIn?: readonly (typeof parts)[number][]
  /** Numbers of summaries, which replace the lists in the model. */
  readonly posts?: unknown
  readonly related?: unknown
  /** Number of the post's summary. The post in the model has only the fields that differ from the summary. */
  readonly summary?: number
  /** The page has the title, description and URLs of its post. */
  readonly isAlike?: true
}

/** Fields of a page that usually repeat those of its post. */
const alike = { title: 'title', description: 'excerpt', url: 'url', canonical: 'absoluteUrl' } as const
const blank = Object.fromEntries(Object.keys(alike).map((name) => [name, '']))

const isObject = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const textOf = (value: unknown): string | null => (typeof value === 'string' ? value : null)

function numbered(list: unknown, numberOf: NumberOf): unknown {
  if (!Array.isArray(list) || list.length === 0 || !list.every(isObject)) return list
  return { numbers: list.map(numberOf) }
}

function shortened({ summary, ...page }: PageMessage, numberOf: NumberOf): WirePage {
  const model = page.model as Model
  const content = textOf(model.content)
  const short: Fields = { ...model }
  const posts = numbered(model.posts, numberOf)
  const related = numbered(model.post?.related, numberOf)
  const alsoIn = content === null ? [] : parts.filter((part) => model[part]?.content === content)
  if (content !== null) short.content = ''
  if (textOf(model.head) !== null) short.head = ''
  for (const part of alsoIn) short[part] = { ...model[part], content: '' }
  if (posts !== model.posts) short.posts = []
  if (related !== model.post?.related) short.post = { ...(short.post as object), related: [] }
  const shown = isObject(summary) ? summary : undefined
  const rest = shown && isObject(model.post) ? beyond(short.post as Fields, shown) : undefined
  const isAlike =
    rest !== undefined &&
    Object.entries(alike).every(([name, from]) => isSameText((model as Fields)[name], shown?.[from]))
  return {
    ...page,
    model: { ...short, ...(rest ? { post: rest } : {}), ...(isAlike ? blank : {}) },
    ...(content === null ? {} : { alsoIn }),
    ...(posts === model.posts ? {} : { posts }),
    ...(related === model.post?.related ? {} : { related }),
    ...(rest && shown ? { summary: numberOf(shown) } : {}),
    ...(isAlike ? { isAlike } : {}),
  }
}

const isSameText = (one: unknown, other: unknown): boolean => typeof one === 'string' && one === other

/** Fields of the post that differ from its summary; undefined if the post lacks some of them. */
function beyond(post: Fields, summary: Fields): Fields | undefined {
  const rest = { ...post }
  for (const name of Object.keys(summary)) {
    if (post[name] === undefined && summary[name] !== undefined) return undefined
    if (post[name] === summary[name]) delete rest[name]
  }
  return rest
}

interface Texts {
  readonly content: string | null
  readonly head: string | null
}

function whole(
  { alsoIn = [], posts, related, summary, isAlike, ...page }: WirePage,
  { content, head }: Texts,
  kept: readonly unknown[],
): PageMessage {
  const model = page.model as Fields
  if (content !== null) model.content = content
  if (head !== null) model.head = head
  for (const part of alsoIn) (model[part] as Fields).content = content
  if (posts) model.posts = meant(posts, kept)
  if (related) (model.post as Fields).related = meant(related, kept)
  const shown = kept[summary ?? -1] as Fields
  if (summary !== undefined) model.post = { ...shown, ...(model.post as Fields) }
  if (isAlike) for (const [name, from] of Object.entries(alike)) model[name] = shown[from]
  return page
}

const meant = (list: unknown, kept: readonly unknown[]): unknown[] =>
  (list as { readonly numbers: readonly number[] }).numbers.map((number) => kept[number])
