/** Rules of the page tree. Callers hold its lock. */
import { invalid, isSlug } from '@typecase/kernel'
import { slugReserved } from '../errors.ts'
import type { PageReader, PageWriter } from '../ports.ts'
import type { PageHead } from './page.ts'

/** Top-level slugs that the site uses itself (contract.md#reserved-page-slugs). */
const reservedSlugs: ReadonlySet<string> = new Set([
  'post',
  'page',
  'category',
  'tag',
  'sitemap',
  'api',
  'admin',
  'images',
  'documents',
])

/** True for a custom top-level page whose slug the site uses itself. */
export const isReserved = ({ pageType, parentId, slug }: PageHead): boolean =>
  pageType === 'custom' && parentId === undefined && reservedSlugs.has(slug)

/**
 * Places a page below its parent or at the top level. `was` is the slug of a custom page before the change;
 * stored paths still contain that slug.
 * @throws VALIDATION_ERROR if the position is invalid
 */
export function placed<T extends PageHead>(page: T, parent: PageHead | undefined, was?: string): T {
  if (parent && page.pageType !== 'custom') throw parentError('Only custom pages can have a parent')
  if (parent && (parent.id === page.id || (was && parent.path.includes(was))))
    throw parentError('A page cannot be below itself')
  return { ...page, parentId: parent?.id, path: [...(parent?.path ?? []), page.slug] }
}

/** @throws VALIDATION_ERROR for a custom top-level page whose slug the site uses itself */
export function refuseReserved(page: PageHead): void {
  if (isReserved(page))
    throw invalid([{ path: 'metadata.slug', message: `The slug "${page.slug}" is reserved` }])
}

/** The custom page with that slug or id. @throws VALIDATION_ERROR if none exists */
export async function namedParent(
  pages: Pick<PageReader, 'custom'> & Pick<PageWriter, 'lock'>,
  name: string,
): Promise<PageHead> {
  const bySlug = isSlug(name) ? await pages.custom(name) : undefined
  const parent = bySlug ?? (await pages.lock([name]))[0]
  if (parent?.pageType !== 'custom') throw parentError('parentPage must name an existing custom page')
  return parent
}

/** Replaces the path of `before` in the paths of its descendants and increments their revisions. */
export const movedWithParent = (
  descendants: readonly PageHead[],
  before: PageHead,
  after: PageHead,
): PageHead[] =>
  descendants.map((page) => ({
    ...page,
    path: [...after.path, ...page.path.slice(before.path.length)],
    revision: page.revision + 1,
  }))

/**
 * Moves the children of a deleted page to its parent and increments the revisions of all descendants.
 * @throws RESERVED_SLUG
 */
export const movedUp = (descendants: readonly PageHead[], deleted: PageHead): PageHead[] =>
  descendants.map((page) => {
    const isChild = page.parentId === deleted.id
    const path = [...deleted.path.slice(0, -1), ...page.path.slice(deleted.path.length)]
    if (path.length === 1 && reservedSlugs.has(page.slug)) throw slugReserved(page.slug)
    return {
      ...page,
      path,
      parentId: isChild ? deleted.parentId : page.parentId,
      revision: page.revision + 1,
    }
  })

const parentError = (message: string) => invalid([{ path: 'metadata.parentPage', message }])
