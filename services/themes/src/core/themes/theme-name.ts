import { isSlug, slugOf } from '@typecase/kernel'

/** Routes beside `/api/themes/{themeName}` (D9.5). */
export const reservedNames: ReadonlySet<string> = new Set(['active', 'marketplace', 'upload', 'switch'])

/** The slug of the title (D9.3); empty when the title has no letter or digit to make one of. */
export const themeNameOf = (title: string): string => slugOf(title)

export const isThemeName = isSlug
