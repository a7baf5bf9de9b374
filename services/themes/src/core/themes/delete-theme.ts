import type { Actor } from '@typecase/kernel'
import { requireEditor } from '../access.ts'
import { themeActive, themeBundled, themeNotFound } from '../errors.ts'
import { themeRemoved } from '../events.ts'
import type { Ports } from '../ports.ts'

/** @throws THEME_NOT_FOUND, THEME_ACTIVE or THEME_BUNDLED (the next startup would install it again) */
export const deleteTheme =
  ({ themes }: Pick<Ports, 'themes'>) =>
  async (actor: Actor, name: string): Promise<void> => {
    requireEditor(actor)
    await themes.write(async (tx) => {
      const theme = await tx.find(name)
      if (!theme) throw themeNotFound(name)
      if ((await tx.active())?.name === name) throw themeActive()
      if (theme.bundled) throw themeBundled()
      await tx.remove(name)
      await tx.record(themeRemoved(theme))
    })
  }
