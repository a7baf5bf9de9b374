/** Imports the main menu of an export. */
import { slugOf } from '@typecase/kernel'
import type { MenuItem } from '../../model.ts'
import type { Reporter } from '../../report.ts'
import { compact } from '../fields.ts'
import type { WxrItem } from './read-wxr.ts'
import { decoded, field, type SiteIndex } from './site-index.ts'

interface Entry {
  readonly menu: string
  readonly order: number
  readonly item: MenuItem
}

export interface Menus {
  add(item: WxrItem): void
  /** The menu named main, primary or header, or else the largest. Reports the items of other menus. */
  main(): MenuItem[]
}

export function menusOf(index: SiteIndex, reporter: Reporter): Menus {
  const entries: Entry[] = []
  return {
    add(item) {
      const menu = item.terms.find(({ domain }) => domain === 'nav_menu')?.name
      const id = field(item, 'wp:post_id')
      const found = menuItem(item, id, index)
      if (menu === undefined || !found)
        reporter.lose('menu-item', `menu item ${id}`, 'belongs to no menu or points to nothing in the export')
      else entries.push({ menu, order: Number(field(item, 'wp:menu_order')) || 0, item: found })
    },
    main() {
      const sizes = new Map<string, number>()
      for (const { menu } of entries) sizes.set(menu, (sizes.get(menu) ?? 0) + 1)
      const names = [...sizes].sort((a, b) => b[1] - a[1]).map(([name]) => name)
      const main = names.find((name) => /\b(main|primary|header)\b/i.test(name)) ?? names[0]
      for (const { menu, item } of entries)
        if (menu !== main)
          reporter.lose(
            'other-menu',
            `menu "${menu}"`,
            `has the entry "${item.title}"; Typecase has only one menu and uses "${main}"`,
          )
      return chosen(entries.filter(({ menu }) => menu === main))
    },
  }
}

function chosen(entries: readonly Entry[]): MenuItem[] {
  const ids = new Set(entries.map(({ item }) => item.id))
  return [...entries]
    .sort((a, b) => a.order - b.order)
    .map(({ item }) => (item.parent && ids.has(item.parent) ? item : { ...item, parent: null }))
}

function menuItem(item: WxrItem, id: string, index: SiteIndex): MenuItem | undefined {
  const meta = (name: string) => item.meta.get(`_menu_item_${name}`) ?? ''
  const target = index.items.get(meta('object_id'))
  const url = urlOf(meta, target?.address, index)
  const title = field(item, 'title') || target?.title || (meta('type') === 'taxonomy' ? meta('object') : '')
  if (!url || !title) return undefined
  const parent = meta('menu_item_parent')
  const names = [...meta('classes').matchAll(/s:\d+:"([^"]+)"/g)].map(([, name = '']) => name).join(' ')
  return compact({
    id: `menu-${slugOf(id)}`,
    title,
    url,
    parent: parent === '' || parent === '0' ? null : `menu-${slugOf(parent)}`,
    class: names || undefined,
    target: meta('target') === '_blank' ? '_blank' : undefined,
  })
}

function urlOf(
  meta: (name: string) => string,
  address: string | undefined,
  { origin }: SiteIndex,
): string | undefined {
  if (meta('type') === 'post_type') return address
  const url = meta('url')
  if (url === '') return meta('type') === 'taxonomy' ? '/categories/' : undefined
  if (!URL.canParse(url)) return /^[/#]/.test(url) ? url : `/${url}`
  const { protocol, host, pathname, search, hash } = new URL(url)
  const isOwn = origin !== undefined && new URL(origin).host === host
  if (isOwn) return decoded(pathname) + search + hash
  return /^(https?|mailto|tel):$/.test(protocol) ? url : undefined
}
