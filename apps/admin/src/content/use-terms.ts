import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { postTermsQuery } from '../api/queries.ts'

/** What fields complete from: the terms in use, the most used first, and the titles of posts. */
export function useTerms() {
  const { data } = useQuery(postTermsQuery)
  return useMemo(() => {
    const posts = data?.data.map(({ frontmatter }) => frontmatter) ?? []
    return {
      categories: byUse(posts.flatMap(({ category }) => category ?? [])),
      tags: byUse(posts.flatMap(({ tags }) => tags ?? [])),
      authors: byUse(posts.flatMap(({ author }) => author ?? [])),
      posts: posts.map(({ id, title }) => ({ value: id, label: title })),
    }
  }, [data])
}

function byUse(terms: readonly string[]): readonly string[] {
  const uses = new Map<string, number>()
  for (const term of terms) if (term.trim() !== '') uses.set(term, (uses.get(term) ?? 0) + 1)
  return [...uses].toSorted(([a, many], [b, more]) => more - many || a.localeCompare(b)).map(([term]) => term)
}
