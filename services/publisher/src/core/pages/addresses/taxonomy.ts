import { termSlug } from '@typecase/kernel'
import { compare, type Post } from '../../site/site.ts'
import { authorSlug } from './author-slug.ts'

export type TaxonomyType = 'category' | 'tag' | 'author'

export interface Term {
  readonly type: TaxonomyType
  readonly name: string
  readonly slug: string
  readonly posts: readonly Post[]
}

export interface Taxonomy {
  readonly terms: readonly Term[]
  termOf(name: string): Term | undefined
}

function namesOf(post: Post, type: TaxonomyType): readonly string[] {
  if (type === 'tag') return post.tags
  if (type === 'author') return post.authors
  return post.category === null ? [] : [post.category]
}

/** Terms with the same slug share a page with the most frequent name (contract.md#taxonomy-slugs). */
export function taxonomyOf(posts: readonly Post[], type: TaxonomyType): Taxonomy {
  const found = new Map<string, { posts: Set<Post>; names: Map<string, number> }>()
  const slugOf = slugsOnce(type)
  for (const post of posts) {
    for (const name of namesOf(post, type)) {
      const slug = slugOf(name)
      if (!slug) continue
      const term = found.get(slug) ?? { posts: new Set(), names: new Map() }
      found.set(slug, term)
      term.posts.add(post)
      term.names.set(name, (term.names.get(name) ?? 0) + 1)
    }
  }
  const terms = Array.from(found, ([slug, { posts, names }]): Term => {
    const [[name = slug] = []] = [...names].sort(([a, x], [b, y]) => y - x || compare(a, b))
    return { type, name, slug, posts: [...posts] }
  }).sort((a, b) => compare(a.name.toLowerCase(), b.name.toLowerCase()) || compare(a.slug, b.slug))
  return withTerms(terms, slugOf)
}

export function withNewerPosts(
  taxonomy: Taxonomy,
  type: TaxonomyType,
  newer: ReadonlyMap<Post, Post>,
): Taxonomy {
  if (newer.size === 0) return taxonomy
  const altered = new Set(Array.from(newer.keys(), (post) => namesOf(post, type).map(taxonomy.termOf)).flat())
  const terms = taxonomy.terms.map((term) =>
    altered.has(term) ? { ...term, posts: term.posts.map((post) => newer.get(post) ?? post) } : term,
  )
  return withTerms(terms, slugsOnce(type))
}

/** `termOf` is not created by the callers, because there it would retain all former taxonomies. */
function withTerms(terms: readonly Term[], slugOf: (name: string) => string): Taxonomy {
  const bySlug = new Map(terms.map((term) => [term.slug, term]))
  return { terms, termOf: (name) => bySlug.get(slugOf(name)) }
}

function slugsOnce(type: TaxonomyType): (name: string) => string {
  const spell = type === 'author' ? authorSlug : termSlug
  const slugs = new Map<string, string>()
  return (name) => {
    const slug = slugs.get(name) ?? spell(name)
    slugs.set(name, slug)
    return slug
  }
}

export type Taxonomies = Readonly<Record<TaxonomyType, Taxonomy>>

export const termsOfAll = ({ category, tag, author }: Taxonomies): readonly Term[] => [
  ...category.terms,
  ...tag.terms,
  ...author.terms,
]
