/**
 * Writes posts and pages. Creates them with an idempotency key, and retries until the API acknowledges.
 * Changes, publishes and deletes them individually and in bulk.
 */
import { deletedValue } from '../ledger.ts'
import { change, type Write, type Writer } from './writer.ts'

export type ItemKind = 'post' | 'page'

interface Item {
  readonly id: string
  readonly title: string
  status: 'published' | 'draft'
  content: string
}

export interface ItemWrites {
  readonly create: Write
  readonly edit: Write
  readonly publish: Write
  readonly bulk: Write
  readonly remove: Write
}

export const itemEntity = (kind: ItemKind, title: string): string => `${kind} ${title}`
export const itemValue = (status: string, content: string): string => `${status}: ${content}`

/** Maximum number of items per writer. A writer with this many deletes an item instead of creating one. */
const maxItems = 40

/** @param images URLs of files that items may use */
export function itemWrites(writer: Writer, kind: ItemKind, images: readonly string[]): ItemWrites {
  const items = new ItemWriter(writer, kind, images)
  return {
    create: items.create,
    edit: items.withOne((item) =>
      items.save(item, `${items.kind} change`, { status: item.status, content: items.text(item.title) }),
    ),
    publish: items.withOne((item) =>
      items.save(item, `${items.kind} status`, {
        status: item.status === 'draft' ? 'published' : 'draft',
        content: item.content,
      }),
    ),
    bulk: items.bulk,
    remove: items.remove,
  }
}

class ItemWriter {
  readonly writer
  readonly kind
  readonly images
  readonly random
  readonly path
  items: Item[] = []
  count = 0
  edits = 0

  constructor(writer: Writer, kind: ItemKind, images: readonly string[]) {
    this.writer = writer
    this.kind = kind
    this.images = images

    const { random } = this.writer
    this.random = random

    this.path = `/api/${this.kind}s`
  }

  text(title: string): string {
    this.edits += 1
    const image =
      this.images.length > 0 && this.random.next() < 0.4
        ? `\n\n![a picture](${this.random.pick(this.images)})`
        : ''
    return `${title} has word-${this.edits}.${image}\n`
  }

  valuesOf({ title }: Item, value: string) {
    return { [itemEntity(this.kind, title)]: value }
  }

  /**
   * Stops changing an item after an unknown outcome. Its final value must then be the last acknowledged value
   * or the unconfirmed one.
   */
  release(item: Item) {
    this.items = this.items.filter((each) => each !== item)
  }

  readonly create = async (): Promise<void> => {
    if (this.items.length >= maxItems) return this.remove()
    const title = `${this.kind === 'post' ? 'Post' : 'Page'} ${this.writer.name} ${++this.count}`
    const status = this.random.next() < 0.6 ? 'published' : 'draft'
    const content = this.text(title)
    const metadata = {
      title,
      status,
      ...(this.kind === 'post' ? { tags: [`tag-${this.random.between(1, 5)}`] } : { pageType: 'custom' }),
    }
    const values = { [itemEntity(this.kind, title)]: itemValue(status, content) }
    const options = {
      json: { metadata, content },
      headers: { 'idempotency-key': `${this.writer.name}-${this.kind}-${this.count}` },
    }
    // Retries with the same idempotency key until the API responds.
    for (;;) {
      const outcome = await change(this.writer, {
        write: `${this.kind} create`,
        values,
        method: 'POST',
        path: this.path,
        options,
      })
      if (outcome.kind === 'done') this.items.push({ id: String(outcome.body.id), title, status, content })
      if (outcome.kind === 'done' || outcome.kind === 'refused' || this.writer.stopping()) return
    }
  }

  /** Reads an item before a change, because the change would hide the loss of an earlier change. */
  async checkStored({ id, status, content }: Item): Promise<void> {
    const outcome = await this.writer.requests.send('GET', `${this.path}/${id}`)
    const stored = outcome.kind === 'done' ? (outcome.body.data as Item) : undefined
    const isLost =
      outcome.kind === 'refused' || (stored && (stored.status !== status || stored.content !== content))
    const found = stored ? itemValue(stored.status, stored.content) : deletedValue
    if (isLost)
      this.writer.tally.wrong(
        `${this.kind} read`,
        `${JSON.stringify(found)} instead of ${JSON.stringify(itemValue(status, content))}`,
      )
  }

  async save(item: Item, write: string, next: Pick<Item, 'status' | 'content'>): Promise<void> {
    if (this.random.next() < 0.5) await this.checkStored(item)
    const json = { metadata: { status: next.status }, content: next.content }
    const value = itemValue(next.status, next.content)
    const outcome = await change(this.writer, {
      write,
      values: this.valuesOf(item, value),
      method: 'PUT',
      path: `${this.path}/${item.id}`,
      options: { json },
    })
    if (outcome.kind === 'done') Object.assign(item, next)
    else if (outcome.kind !== 'unsent') this.release(item)
  }

  readonly remove = async (): Promise<void> => {
    if (this.items.length === 0) return this.create()
    const item = this.random.pick(this.items)
    this.release(item)
    const deletion = {
      write: `${this.kind} delete`,
      values: this.valuesOf(item, deletedValue),
      method: 'DELETE',
      path: `${this.path}/${item.id}`,
    }
    const outcome = await change(this.writer, deletion)
    if (outcome.kind === 'unsent') this.items.push(item)
  }

  readonly bulk = async (): Promise<void> => {
    const selected = this.random.shuffled(this.items).slice(0, this.random.between(2, 8))
    if (selected.length < 2) return this.create()
    const action = this.random.weighted({ publish: 5, draft: 4, delete: 1 })
    const status = action === 'publish' ? 'published' : 'draft'
    const after = (item: Item) => (action === 'delete' ? deletedValue : itemValue(status, item.content))
    const json = { action, ids: selected.map(({ id }) => id) }
    const outcome = await this.writer.requests.send('POST', `/api/bulk/${this.kind}s`, { json })
    this.writer.tally.add(`${this.kind}s in bulk`, outcome)
    if (outcome.kind === 'unsent') return
    if (outcome.kind === 'refused')
      this.writer.tally.wrong(`${this.kind}s in bulk`, outcome.text.slice(0, 200))
    const results = (outcome.kind === 'done' ? outcome.body.results : []) as {
      id: string
      success: boolean
    }[]
    for (const item of selected) {
      const isDone = results.some(({ id, success }) => id === item.id && success)
      const entity = itemEntity(this.kind, item.title)
      if (isDone) this.writer.ledger.acknowledged(entity, after(item))
      else this.writer.ledger.unconfirmed(entity, after(item))
      if (!isDone || action === 'delete') this.release(item)
      else item.status = status
    }
  }

  withOne(work: (item: Item) => Promise<void>): Write {
    return async () => (this.items.length === 0 ? this.create() : work(this.random.pick(this.items)))
  }
}
