import { useQuery } from '@tanstack/react-query'
import { homeQuery, itemQuery, pagesQuery, settingsQuery } from '../api/queries.ts'
import type { Kind } from '../api/types.ts'
import type { PageReference } from './page-picker.tsx'
import { type PathFields, sitePath } from './site-path.ts'

/** URL of an item on the published site; undefined while loading. */
export function useAddress(kind: Kind, item: PathFields): string | undefined {
  const site = useQuery(homeQuery).data?.site
  const settings = useQuery(settingsQuery).data
  const isBelow = kind === 'pages' && Boolean(item.parentPage)
  const pages = useQuery({ ...pagesQuery, enabled: isBelow }).data?.data.map(({ frontmatter }) => frontmatter)
  if (site === undefined || !settings || (isBelow && !pages)) return undefined
  return site + sitePath(kind, item, settings, pages ?? [])
}

/** Path of a published item, with its leading slash; undefined while loading. */
export function usePath(reference: PageReference): string | undefined {
  const isPath = 'path' in reference
  const { kind, id } = isPath ? { kind: 'posts' as const, id: '' } : reference
  const post = useQuery({ ...itemQuery('posts', id), enabled: !isPath && kind === 'posts' }).data
  const pages = useQuery({ ...pagesQuery, enabled: !isPath && kind === 'pages' }).data?.data.map(
    ({ frontmatter }) => frontmatter,
  )
  const settings = useQuery(settingsQuery).data
  if (isPath) return reference.path
  const found = kind === 'posts' ? post : pages?.find((page) => page.id === id)
  if (!found || !settings) return undefined
  return sitePath(kind, found, settings, pages ?? [])
}
