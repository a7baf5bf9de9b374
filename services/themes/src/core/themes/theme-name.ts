import { isSlug, slugOf } from '@typecase/kernel'

/** Names of routes below `/api/themes/` (contract.md#switching-and-deleting-themes). */
export const reservedNames: ReadonlySet<string> = new Set(['active', 'marketplace', 'upload', 'switch'])

/** The slug of the title (contract.md#theme-names); empty if the title has no letter or digit. */
export const themeNameOf = (title: string): string => slugOf(title)

export const isThemeName = isSlug
