/** Posts and pages: created with an idempotency key until it is acknowledged, changed, published, deleted, in bulk too. */
import { gone } from '../ledger.ts'
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

/** What the ledger knows an item by, and as. */
export const itemEntity = (kind: ItemKind, title: string): string => `${kind} ${title}`
export const itemValue = (status: string, content: string): string => `${status}: ${content}`

/** How many each writer keeps: older ones are what is changed and deleted. */
const most = 40

/** @param images urls of files that may be used */
export function itemWrites(writer: Writer, kind: ItemKind, images: readonly string[]): ItemWrites {
  const { random } = writer
  const path = `/api/${kind}s`
  let items: Item[] = []
  let made = 0
  let edits = 0

  const text = (title: string): string => {
    edits += 1
    const image = images.length > 0 && random.next() < 0.4 ? `\n\n![a picture](${random.pick(images)})` : ''
    return `${title} has word-${edits}.${image}\n`
  }
  const makes = ({ title }: Item, value: string) => ({ [itemEntity(kind, title)]: value })
  /** What can't be known for sure is not touched any more: whatever is found in the end is what was promised last, or this. */
  const forget = (item: Item) => {
    items = items.filter((each) => each !== item)
  }

  async function create(): Promise<void> {
    if (items.length >= most) return remove()
    const title = `${kind === 'post' ? 'Post' : 'Page'} ${writer.name} ${++made}`
    const status = random.next() < 0.6 ? 'published' : 'draft'
    const content = text(title)
    const metadata = { title, status, ...(kind === 'post' ? { tags: [`tag-${random.between(1, 5)}`] } : { pageType: 'custom' }) }
    const makesIt = { [itemEntity(kind, title)]: itemValue(status, content) }
    const options = { json: { metadata, content }, headers: { 'idempotency-key': `${writer.name}-${kind}-${made}` } }
    // As a program does that wants it once: the same request until it is answered.
    for (;;) {
      const outcome = await change(writer, { write: `${kind} create`, makes: makesIt, method: 'POST', path, options })
      if (outcome.kind === 'done') items.push({ id: String(outcome.body.id), title, status, content })
      if (outcome.kind === 'done' || outcome.kind === 'refused' || writer.stopping()) return
    }
  }

  /** As an editor does that opens an item before changing it; a later change would hide that an earlier one was lost. */
  async function look({ id, status, content }: Item): Promise<void> {
    const outcome = await writer.requests.send('GET', `${path}/${id}`)
    const shown = outcome.kind === 'done' ? (outcome.body.data as Item) : undefined
    const isLost = outcome.kind === 'refused' || (shown && (shown.status !== status || shown.content !== content))
    const found = shown ? itemValue(shown.status, shown.content) : gone
    if (isLost) writer.tally.wrong(`${kind} read`, `${JSON.stringify(found)} instead of ${JSON.stringify(itemValue(status, content))}`)
  }

  async function save(item: Item, write: string, next: Pick<Item, 'status' | 'content'>): Promise<void> {
    if (random.next() < 0.5) await look(item)
    const json = { metadata: { status: next.status }, content: next.content }
    const value = itemValue(next.status, next.content)
    const outcome = await change(writer, { write, makes: makes(item, value), method: 'PUT', path: `${path}/${item.id}`, options: { json } })
    if (outcome.kind === 'done') Object.assign(item, next)
    else if (outcome.kind !== 'unsent') forget(item)
  }

  async function remove(): Promise<void> {
    if (items.length === 0) return create()
    const item = random.pick(items)
    forget(item)
    const deletion = { write: `${kind} delete`, makes: makes(item, gone), method: 'DELETE', path: `${path}/${item.id}` }
    const outcome = await change(writer, deletion)
    if (outcome.kind === 'unsent') items.push(item)
  }

  async function bulk(): Promise<void> {
    const chosen = random.shuffled(items).slice(0, random.between(2, 8))
    if (chosen.length < 2) return create()
    const action = random.weighted({ publish: 5, draft: 4, delete: 1 })
    const status = action === 'publish' ? 'published' : 'draft'
    const after = (item: Item) => (action === 'delete' ? gone : itemValue(status, item.content))
    const json = { action, ids: chosen.map(({ id }) => id) }
    const outcome = await writer.requests.send('POST', `/api/bulk/${kind}s`, { json })
    writer.tally.add(`${kind}s in bulk`, outcome)
    if (outcome.kind === 'unsent') return
    if (outcome.kind === 'refused') writer.tally.wrong(`${kind}s in bulk`, outcome.text.slice(0, 200))
    const results = (outcome.kind === 'done' ? outcome.body.results : []) as { id: string; success: boolean }[]
    for (const item of chosen) {
      const isDone = results.some(({ id, success }) => id === item.id && success)
      const entity = itemEntity(kind, item.title)
      if (isDone) writer.ledger.acknowledged(entity, after(item))
      else writer.ledger.unanswered(entity, after(item))
      if (!isDone || action === 'delete') forget(item)
      else item.status = status
    }
  }

  const withOne =
    (work: (item: Item) => Promise<void>): Write =>
    async () =>
      items.length === 0 ? create() : work(random.pick(items))
  return {
    create,
    edit: withOne((item) => save(item, `${kind} change`, { status: item.status, content: text(item.title) })),
    publish: withOne((item) =>
      save(item, `${kind} status`, { status: item.status === 'draft' ? 'published' : 'draft', content: item.content }),
    ),
    bulk,
    remove,
  }
}
