import type { Actor } from '@typecase/kernel'
import { requireEditor } from '../access.ts'
import { noPreviousVersion, themeNotFound } from '../errors.ts'
import { themeUpdated } from '../events.ts'
import type { Ports } from '../ports.ts'
import { findListed } from './queries.ts'
import type { ListedTheme } from './theme.ts'

/**
 * Swaps the current and the previous version, so a second call undoes the first.
 * @throws THEME_NOT_FOUND or NO_PREVIOUS_VERSION
 */
export const rollbackTheme =
  ({ themes }: Pick<Ports, 'themes'>) =>
  async (actor: Actor, name: string): Promise<ListedTheme> => {
    requireEditor(actor)
    return themes.write(async (tx) => {
      const before = await tx.find(name)
      if (!before) throw themeNotFound(name)
      if (!before.previous) throw noPreviousVersion(name)
      const theme = { ...before, current: before.previous, previous: before.current }
      await tx.save(theme)
      await tx.record(themeUpdated(theme))
      return findListed(tx, name)
    })
  }
