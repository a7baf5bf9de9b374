/** Events of the themes service. */
import { z } from 'zod'

const theme = z.object({ name: z.string(), version: z.string(), digest: z.string() })

export const themesEvents = {
  'themes.theme.installed': theme,
  'themes.theme.updated': theme,
  'themes.theme.removed': theme,
  'themes.theme.switched': theme.extend({ previousName: z.string().optional() }),
  'themes.menu.changed': z.object({ items: z.int().nonnegative() }),
} as const
