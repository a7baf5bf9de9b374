import type { Actor } from '@typecase/kernel'
import { requireEditor } from '../access.ts'
import { themeNotFound } from '../errors.ts'
import { themeSwitched } from '../events.ts'
import type { Ports } from '../ports.ts'
import type { ListedTheme } from './theme.ts'

/** Activates the theme. Idempotent. @throws THEME_NOT_FOUND */
export const switchTheme =
  ({ themes }: Pick<Ports, 'themes'>) =>
  async (actor: Actor, name: string): Promise<ListedTheme> => {
    requireEditor(actor)
    return themes.write(async (tx) => {
      const theme = await tx.find(name)
      if (!theme) throw themeNotFound(name)
      const before = await tx.active()
      if (before?.name !== name) {
        await tx.activate(name)
        await tx.record(themeSwitched(theme, before?.name))
      }
      return { ...theme, active: true }
    })
  }
