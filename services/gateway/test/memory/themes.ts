import type { MenuItem, Theme } from '@typecase/contracts/messages'
import { AppError, invalid } from '@typecase/kernel'
import type { ThemesApi } from '../../src/core/ports.ts'

const notFound = () => new AppError('not_found', 'THEME_NOT_FOUND', 'Theme not found')
const itemNotFound = () => new AppError('not_found', 'MENU_ITEM_NOT_FOUND', 'Menu item not found')
const unreachable = () =>
  new AppError(
    'unavailable',
    'MARKETPLACE_UNAVAILABLE',
    'Unable to connect to marketplace. Please try again later.',
  )

/**
 * Two installed themes, the second updated once, and a menu. A package is valid if its bytes are `zip NAME
 * VERSION`; there is no marketplace.
 */
export function memoryThemes(): ThemesApi & { readonly menu: () => readonly MenuItem[] } {
  const themes = new Map<string, Theme>()
  let active = 'default'
  let menu: MenuItem[] = []
  const put = (name: string, version: string, bundled = false): Theme => {
    const info = { title: name, description: 'A theme', version, author: 'An author' }
    const previousVersion = themes.get(name)?.version
    const theme = {
      name,
      path: `themes/${name}`,
      infoJson: JSON.stringify(info),
      version,
      active: false,
      bundled,
      digest: version,
    }
    themes.set(name, previousVersion === undefined ? theme : { ...theme, previousVersion })
    return find(name)
  }
  const find = (name = ''): Theme => {
    const theme = themes.get(name)
    if (!theme) throw notFound()
    return { ...theme, active: name === active }
  }
  put('default', '1.0.0', true)
  put('paper', '0.9.0')
  put('paper', '1.0.0')
  const numbered = (items: readonly Omit<MenuItem, 'order'>[]) => {
    menu = items.map((item, at) => ({ ...item, order: at + 1 }))
    return { items: menu, revision: 1 }
  }
  const toItem = (fields: {
    id?: string
    title?: string
    url?: string
    parent?: string
    class?: string
    target?: string
  }) => ({
    ...Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)),
    id: fields.id ?? `item-${menu.length + 1}`,
    title: fields.title ?? '',
    url: fields.url ?? '',
  })
  return {
    menu: () => menu,
    listThemes: async () => ({ themes: [...themes.keys()].map(find) }),
    getActiveTheme: async () => find(active),
    getTheme: async ({ name }) => find(name),
    async switchTheme({ name = '' }) {
      find(name)
      active = name
      return find(name)
    },
    async rollbackTheme({ name = '' }) {
      const { previousVersion } = find(name)
      if (!previousVersion)
        throw new AppError(
          'conflict',
          'NO_PREVIOUS_VERSION',
          'This theme has no earlier version to roll back to',
        )
      return put(name, previousVersion)
    },
    async uploadTheme(requests) {
      const chunks: Buffer[] = []
      for await (const { chunk, done } of requests) {
        if (chunk) chunks.push(Buffer.from(chunk as Buffer))
        if (!done) continue
        const [, name, version] = /^zip (\S+) (\S+)$/.exec(Buffer.concat(chunks).toString()) ?? []
        if (!name || !version) {
          const problems = [
            { path: 'theme.json', message: 'theme.json is missing' },
            { path: 'assets', message: 'no folder of this name' },
          ]
          throw new AppError('invalid', 'THEME_INVALID', 'Theme validation failed', { problems })
        }
        const installed = !themes.has(name)
        const warnings =
          name === 'warned'
            ? [{ file: 'templates/post.html', line: 2, message: 'there is no value post.titel' }]
            : []
        return { theme: put(name, version), installed, warnings }
      }
      throw new AppError('invalid', 'VALIDATION_ERROR', 'The upload was interrupted')
    },
    async deleteTheme({ name = '' }) {
      if (find(name).active)
        throw new AppError('refused', 'THEME_ACTIVE', 'Cannot delete the active theme, switch first')
      themes.delete(name)
      return {}
    },
    listMarketplace: () => Promise.reject(unreachable()),
    listMarketplaceCategories: () => Promise.reject(unreachable()),
    installMarketplaceTheme: () => Promise.reject(unreachable()),
    checkThemeUpdates: () => Promise.reject(unreachable()),
    updateMarketplaceTheme: () => Promise.reject(unreachable()),
    getThemeChangelog: () => Promise.reject(unreachable()),
    getMenu: async () => ({ items: menu, revision: 1 }),
    replaceMenu: async ({ items = [] }) => numbered(items.map(toItem)),
    async addMenuItem(fields) {
      if (menu.some(({ id }) => id === fields.id))
        throw new AppError('conflict', 'DUPLICATE_ID', 'There is an item with this id')
      const problems = (['title', 'url'] as const)
        .filter((name) => !fields[name])
        .map((path) => ({ path, message: `${path} is required` }))
      if (problems.length > 0) throw invalid(problems)
      return numbered([...menu, toItem(fields)])
    },
    async updateMenuItem({ id, changes, clear = [] }) {
      if (!menu.some((item) => item.id === id)) throw itemNotFound()
      const changed = Object.fromEntries(
        Object.entries(changes ?? {}).filter(([, value]) => value !== undefined),
      )
      const cleared = Object.fromEntries(clear.map((name) => [name, undefined]))
      return numbered(menu.map((item) => (item.id === id ? { ...item, ...changed, ...cleared } : item)))
    },
    async deleteMenuItem({ id }) {
      if (!menu.some((item) => item.id === id)) throw itemNotFound()
      return numbered(menu.filter((item) => item.id !== id))
    },
    reorderMenu: async ({ orderedIds = [] }) =>
      numbered(orderedIds.flatMap((id) => menu.filter((item) => item.id === id))),
  }
}
