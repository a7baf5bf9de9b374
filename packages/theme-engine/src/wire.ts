/**
 * Batches between processes. A model is many small values, which travel fastest as one JSON text; the content of a page is one
 * long text that its models have two or three times, and travels once, as it is.
 */
import type { BatchMessage, PageMessage, SiteMessage, ThemeMessage, ToRenderer } from './protocol.ts'

export interface WireBatch {
  readonly type: 'wire batch'
  readonly batch: string
  /** By page; null where its model has none. */
  readonly contents: readonly (string | null)[]
}

export type OnTheWire = ThemeMessage | SiteMessage | WireBatch

type Part = { readonly content?: unknown } | null
type Model = { readonly content?: unknown; readonly post?: Part; readonly page?: Part }

const parts = ['post', 'page'] as const

export function toWire(message: ToRenderer): OnTheWire {
  if (message.type !== 'batch') return message
  const contents = message.pages.map(({ model }) => contentOf(model))
  const pages = message.pages.map((page, index) => withoutContent(page, contents[index] ?? null))
  return { type: 'wire batch', batch: JSON.stringify({ ...message, pages }), contents }
}

export function fromWire(message: OnTheWire): ToRenderer {
  if (message.type !== 'wire batch') return message
  const batch = JSON.parse(message.batch) as Omit<BatchMessage, 'pages'> & { readonly pages: readonly WirePage[] }
  return { ...batch, pages: batch.pages.map((page, index) => withContent(page, message.contents[index] ?? null)) }
}

interface WirePage extends PageMessage {
  /** The parts of the model that have the page's content too. */
  readonly alsoIn?: readonly (typeof parts)[number][]
}

const contentOf = (model: Model): string | null => (typeof model.content === 'string' ? model.content : null)

function withoutContent(page: PageMessage, content: string | null): WirePage {
  if (content === null) return page
  const model = page.model as Model
  const alsoIn = parts.filter((part) => model[part]?.content === content)
  const short: Record<string, unknown> = { ...model, content: '' }
  for (const part of alsoIn) short[part] = { ...model[part], content: '' }
  return { ...page, model: short, alsoIn }
}

function withContent({ alsoIn = [], ...page }: WirePage, content: string | null): PageMessage {
  if (content === null) return page
  const model = page.model as Record<string, unknown>
  model.content = content
  for (const part of alsoIn) (model[part] as Record<string, unknown>).content = content
  return page
}
