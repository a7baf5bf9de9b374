import type { Actor } from '@typecase/kernel'
import { requireReader } from '../access.ts'
import { themeNotFound } from '../errors.ts'
import type { Ports, ThemeReader } from '../ports.ts'
import type { ListedTheme } from './theme.ts'

type Needs = Pick<Ports, 'themes'>

export const listThemes =
  ({ themes }: Needs) =>
  async (actor: Actor): Promise<readonly ListedTheme[]> => {
    requireReader(actor)
    const [all, active] = await Promise.all([themes.list(), themes.active()])
    return all.map((theme) => ({ ...theme, active: theme.name === active?.name }))
  }

/** @throws THEME_NOT_FOUND */
export const getTheme =
  ({ themes }: Needs) =>
  async (actor: Actor, name: string): Promise<ListedTheme> => {
    requireReader(actor)
    return findListed(themes, name)
  }

/** Public (contract.md#public-endpoints). @throws THEME_NOT_FOUND only before the first theme is activated */
export const getActiveTheme =
  ({ themes }: Needs) =>
  async (): Promise<ListedTheme> => {
    const theme = await themes.active()
    if (!theme) throw themeNotFound('')
    return { ...theme, active: true }
  }

/** @throws THEME_NOT_FOUND */
export async function findListed(themes: ThemeReader, name: string): Promise<ListedTheme> {
  const theme = await themes.find(name)
  if (!theme) throw themeNotFound(name)
  return { ...theme, active: (await themes.active())?.name === name }
}
