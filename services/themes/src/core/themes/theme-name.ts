import { isSlug, slugOf } from '@typecase/kernel'

/** Routes beside `/api/themes/{themeName}` (contract.md#switching-and-deleting-themes). */
export const reservedNames: ReadonlySet<string> = new Set(['active', 'marketplace', 'upload', 'switch'])

/** The slug of the title (contract.md#theme-names); empty when the title has no letter or digit to make one of. */
export const themeNameOf = (title: string): string => slugOf(title)

export const isThemeName = isSlug
