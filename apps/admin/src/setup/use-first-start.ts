import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { api, unwrap } from '../api/client.ts'
import { pagesQuery, postsQuery, setupQuery } from '../api/queries.ts'
import { queryClient } from '../query-client.ts'
import { useIsAdmin } from '../session/session.ts'

export async function finishSetup(): Promise<void> {
  await unwrap(api.POST('/api/setup/finish'))
  queryClient.setQueryData(setupQuery.queryKey, { needsAccount: false, finished: true })
}

/**
 * `needed` if the user is an administrator, the setup is not finished, and the site has no content. If the
 * site has content, marks the setup as finished.
 */
export function useFirstStart(): 'unknown' | 'needed' | 'done' {
  const isAdmin = useIsAdmin()
  const setup = useQuery({ ...setupQuery, enabled: isAdmin })
  const isOpen = setup.data?.finished === false
  const posts = useQuery({ ...postsQuery({ limit: 1 }), enabled: isOpen })
  const pages = useQuery({ ...pagesQuery, enabled: isOpen })
  const items = posts.data && pages.data && posts.data.total + pages.data.total
  const isFilled = isOpen && items !== undefined && items > 0
  useEffect(() => {
    // The next visit of the dashboard retries.
    if (isFilled) void finishSetup().catch(() => undefined)
  }, [isFilled])
  if (isAdmin && setup.isPending) return 'unknown'
  if (!isOpen) return 'done'
  if (posts.error || pages.error) return 'done'
  return items === undefined ? 'unknown' : items > 0 ? 'done' : 'needed'
}
