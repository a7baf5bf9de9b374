/** Reads the final state of the system through the API. Names entities as the ledger of writes does. */
import type { Api } from '../../api.ts'
import { itemEntity, itemValue } from '../writes/items.ts'

export interface StoredItem {
  readonly id: string
  readonly kind: 'post' | 'page'
  readonly title: string
  readonly slug: string
  readonly isPublished: boolean
  readonly content: string
}

export interface StoredState {
  readonly items: readonly StoredItem[]
  /** Values of each existing entity; more than one if it exists twice. */
  readonly values: ReadonlyMap<string, readonly string[]>
  /** Violated invariants. */
  readonly errors: readonly string[]
}

type Fields = Readonly<Record<string, unknown>>

export async function readAll(api: Api): Promise<StoredState> {
  const items = [...(await itemsOf(api, 'post')), ...(await itemsOf(api, 'page'))]
  const values = new Map<string, string[]>()
  const add = (entity: string, value: unknown) =>
    values.set(entity, [...(values.get(entity) ?? []), String(value)])
  for (const { kind, title, isPublished, content } of items)
    add(itemEntity(kind, title), itemValue(isPublished ? 'published' : 'draft', content))
  for (const file of await listed(api, '/api/media?type=all')) add(`file ${file.originalFilename}`, file.alt)
  for (const { username, email } of await listed(api, '/api/users'))
    if (username !== 'admin') add(`user ${username}`, email)
  const menu = (await api.ok('GET', '/api/menu')).body.data as unknown as readonly Fields[]
  for (const { id, title } of menu) add(`menu ${id}`, title)
  const { data: settings = {} } = (await api.ok('GET', '/api/settings')).body
  for (const name of ['siteTitle', 'siteDescription', 'footerCode']) add(`setting ${name}`, settings[name])
  add('theme', (await api.ok('GET', '/api/themes/active')).body.data?.name)
  const gapless = menu.every(({ order }, at) => order === at + 1)
  const shown = settings.activeTheme === values.get('theme')?.[0]
  return {
    items,
    values,
    errors: [
      ...(gapless ? [] : [`the menu is numbered ${menu.map(({ order }) => order).join(' ')}`]),
      ...(shown ? [] : [`the settings show the theme ${String(settings.activeTheme)}`]),
    ],
  }
}

async function itemsOf(api: Api, kind: 'post' | 'page'): Promise<StoredItem[]> {
  const all = await listed(api, `/api/${kind}s`)
  return all.map(({ frontmatter, content }) => {
    const { id, title, slug, status } = frontmatter as Fields
    return {
      id: String(id),
      kind,
      title: String(title),
      slug: String(slug),
      isPublished: status === 'published',
      content: String(content),
    }
  })
}

async function listed(api: Api, path: string): Promise<Fields[]> {
  const found: Fields[] = []
  const separator = path.includes('?') ? '&' : '?'
  for (;;) {
    const { body } = await api.ok('GET', `${path}${separator}limit=1000&offset=${found.length}`)
    found.push(...(body.data as unknown as Fields[]))
    if (found.length >= Number(body.total)) return found
  }
}
