import type { Frontmatter } from '../api/types.ts'

export interface TreeNode {
  readonly page: Frontmatter
  readonly path: string
  readonly children: readonly TreeNode[]
}

/** Sorts pages by title on every level. Pages without a known parent are at the top level. */
export function pageTree(pages: readonly Frontmatter[]): readonly TreeNode[] {
  const custom = pages.filter(({ pageType }) => pageType === 'custom')
  const slugs = new Set(custom.map(({ slug }) => slug))
  const below = (parent: string | null, path: string): TreeNode[] =>
    custom
      .filter(({ parentPage }) => (parentPage && slugs.has(parentPage) ? parentPage : null) === parent)
      .toSorted((a, b) => a.title.localeCompare(b.title))
      .map((page) => ({
        page,
        path: `${path}/${page.slug}`,
        children: below(page.slug, `${path}/${page.slug}`),
      }))
  return below(null, '')
}

export const within = (node: TreeNode): readonly string[] => [
  node.page.slug,
  ...node.children.flatMap(within),
]

export const flatTree = (
  nodes: readonly TreeNode[],
  depth = 0,
): readonly { readonly node: TreeNode; readonly depth: number }[] =>
  nodes.flatMap((node) => [{ node, depth }, ...flatTree(node.children, depth + 1)])

/** True if the page or a descendant is published: then moving the page changes public addresses. */
export function isOnSite(nodes: readonly TreeNode[], id: string): boolean {
  const found = flatTree(nodes).find(({ node }) => node.page.id === id)?.node
  return found !== undefined && flatTree([found]).some(({ node }) => node.page.status === 'published')
}

/**
 * True if a page may move below the page with the slug `parent`; null is the top level. The new parent must
 * not be the page itself, one of its descendants, or its current parent.
 */
export function canMove(nodes: readonly TreeNode[], id: string, parent: string | null): boolean {
  const found = flatTree(nodes).find(({ node }) => node.page.id === id)
  if (!found) return false
  if ((found.node.page.parentPage ?? null) === parent) return false
  return parent === null || !within(found.node).includes(parent)
}
