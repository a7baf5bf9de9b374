/**
 * Events of this service. `revision` orders the events of an `entity`. The theme store sets it
 * in theme events.
 */
import type { Menu } from './menu/menu.ts'
import type { InstalledTheme } from './themes/theme.ts'

interface ThemeFields {
  readonly name: string
  readonly version: string
  readonly digest: string
}

export type ThemeFact =
  | {
      readonly type: 'themes.theme.installed' | 'themes.theme.updated' | 'themes.theme.removed'
      readonly entity: string
      readonly data: ThemeFields
    }
  | {
      readonly type: 'themes.theme.switched'
      readonly entity: string
      readonly data: ThemeFields & { readonly previousName?: string }
    }

export interface MenuFact {
  readonly type: 'themes.menu.changed'
  readonly entity: 'menu'
  readonly revision: number
  readonly data: { readonly items: number }
}

export const themeInstalled = (theme: InstalledTheme): ThemeFact => fact('themes.theme.installed', theme)
export const themeUpdated = (theme: InstalledTheme): ThemeFact => fact('themes.theme.updated', theme)
export const themeRemoved = (theme: InstalledTheme): ThemeFact => fact('themes.theme.removed', theme)

export const themeSwitched = (theme: InstalledTheme, previousName: string | undefined): ThemeFact => ({
  type: 'themes.theme.switched',
  entity: `theme:${theme.name}`,
  data: { ...fieldsOf(theme), ...(previousName === undefined ? {} : { previousName }) },
})

export const menuChanged = ({ items, revision }: Menu): MenuFact => ({
  type: 'themes.menu.changed',
  entity: 'menu',
  revision,
  data: { items: items.length },
})

const fact = (
  type: 'themes.theme.installed' | 'themes.theme.updated' | 'themes.theme.removed',
  theme: InstalledTheme,
): ThemeFact => ({
  type,
  entity: `theme:${theme.name}`,
  data: fieldsOf(theme),
})

const fieldsOf = ({ name, current: { version, digest } }: InstalledTheme): ThemeFields => ({
  name,
  version,
  digest,
})
