import type { Page } from '../../site/site.ts'
import type { Context } from './context.ts'

export interface Breadcrumb {
  readonly title: string
  readonly url: string
  readonly current: boolean
}

/** Omits ancestors that are not published. */
export function breadcrumbs(
  context: Context,
  here: { readonly title: string; readonly url: string },
  page?: Page,
): readonly Breadcrumb[] {
  const ancestors = (page?.type === 'custom' ? page.path.slice(0, -1) : []).flatMap((_, index) => {
    const ancestor = context.customPage(page?.path.slice(0, index + 1) ?? [])
    return ancestor
      ? [{ title: ancestor.title, url: context.url({ kind: 'custom', path: ancestor.path }), current: false }]
      : []
  })
  const home = { title: context.words.home, url: context.url({ kind: 'home', page: 1 }), current: false }
  const current = { ...here, current: true }
  return ancestors.length === 0 ? [home, current] : [home, ...ancestors, current]
}
