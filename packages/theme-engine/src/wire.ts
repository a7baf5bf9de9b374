/**
 * Batches between processes. A model is many small values, which travel fastest as one JSON text. Markup does not: the content
 * of a page, one long text that its models have two or three times, travels once and as it is, and so does its head. The
 * summary of a post stands in every list that the post is in: it travels once to each process, which keeps it under a number.
 */
import type { BatchMessage, PageMessage, SiteMessage, ThemeMessage, ToRenderer } from './protocol.ts'

export interface WireBatch {
  readonly type: 'wire batch'
  readonly batch: string
  /** By page; null where its model has none. */
  readonly contents: readonly (string | null)[]
  readonly heads: readonly (string | null)[]
}

export type OnTheWire = ThemeMessage | SiteMessage | WireBatch

type Part = { readonly content?: unknown; readonly related?: unknown } | null
type Model = { readonly content?: unknown; readonly head?: unknown; readonly posts?: unknown; readonly post?: Part; readonly page?: Part }

const parts = ['post', 'page'] as const
/** Summaries that a process keeps, a few kilobytes each. */
const mostKept = 12_000

/** What one process is told, in order: for every process a writer of its own. */
export function wireWriter(): (message: ToRenderer) => OnTheWire {
  let numbers = new Map<object, number>()

  return (message) => {
    if (message.type !== 'batch') return message
    const isFull = numbers.size > mostKept
    if (isFull) numbers = new Map()
    const fresh: object[] = []
    const numbered = (list: unknown): unknown => {
      if (!Array.isArray(list) || list.length === 0 || !list.every(isObject)) return list
      const found = list.map((item) => {
        const known = numbers.get(item)
        if (known !== undefined) return known
        numbers.set(item, numbers.size)
        fresh.push(item)
        return numbers.size - 1
      })
      return { numbers: found }
    }
    // A model may make what it is asked for anew each time.
    const models = message.pages.map(({ model }) => ({ ...model }) as Model)
    const contents = models.map(({ content }) => textOf(content))
    const heads = models.map(({ head }) => textOf(head))
    const pages = message.pages.map((page, index) => shortened({ ...page, model: models[index] ?? {} }, numbered))
    const batch = { ...message, pages, fresh, ...(isFull ? { forget: true } : {}) }
    return { type: 'wire batch', batch: JSON.stringify(batch), contents, heads }
  }
}

/** The other end of one writer. */
export function wireReader(): (message: OnTheWire) => ToRenderer {
  let kept: unknown[] = []

  return (message) => {
    if (message.type !== 'wire batch') return message
    const { fresh, forget, pages, ...batch } = JSON.parse(message.batch) as Omit<BatchMessage, 'pages'> & Received
    if (forget) kept = []
    kept.push(...fresh)
    const textsOf = (index: number) => ({ content: message.contents[index] ?? null, head: message.heads[index] ?? null })
    return { ...batch, pages: pages.map((page, index) => whole(page, textsOf(index), kept)) }
  }
}

interface Received {
  readonly pages: readonly WirePage[]
  readonly fresh: readonly unknown[]
  /** What was kept before is not meant by any number from here on. */
  readonly forget?: true
}

interface WirePage extends PageMessage {
  /** The parts of the model that have the page's content too. */
  readonly alsoIn?: readonly (typeof parts)[number][]
  /** Stand for the lists of summaries, by the part that has them. */
  readonly posts?: unknown
  readonly related?: unknown
}

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null && !Array.isArray(value)

const textOf = (value: unknown): string | null => (typeof value === 'string' ? value : null)

function shortened(page: PageMessage, numbered: (list: unknown) => unknown): WirePage {
  const model = page.model as Model
  const content = textOf(model.content)
  const short: Record<string, unknown> = { ...model }
  const posts = numbered(model.posts)
  const related = numbered(model.post?.related)
  const alsoIn = content === null ? [] : parts.filter((part) => model[part]?.content === content)
  if (content !== null) short.content = ''
  if (textOf(model.head) !== null) short.head = ''
  for (const part of alsoIn) short[part] = { ...model[part], content: '' }
  if (posts !== model.posts) short.posts = []
  if (related !== model.post?.related) short.post = { ...(short.post as object), related: [] }
  return {
    ...page,
    model: short,
    ...(content === null ? {} : { alsoIn }),
    ...(posts === model.posts ? {} : { posts }),
    ...(related === model.post?.related ? {} : { related }),
  }
}

interface Texts {
  readonly content: string | null
  readonly head: string | null
}

function whole({ alsoIn = [], posts, related, ...page }: WirePage, { content, head }: Texts, kept: readonly unknown[]): PageMessage {
  const model = page.model as Record<string, unknown>
  if (content !== null) model.content = content
  if (head !== null) model.head = head
  for (const part of alsoIn) (model[part] as Record<string, unknown>).content = content
  if (posts) model.posts = meant(posts, kept)
  if (related) (model.post as Record<string, unknown>).related = meant(related, kept)
  return page
}

const meant = (list: unknown, kept: readonly unknown[]): unknown[] =>
  (list as { readonly numbers: readonly number[] }).numbers.map((number) => kept[number])
