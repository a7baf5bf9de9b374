/** Custom pages as the tree that their parents make of them. */
import type { Frontmatter } from '../api/types.ts'

export interface TreeNode {
  readonly page: Frontmatter
  /** Where it is on the site. */
  readonly path: string
  readonly children: readonly TreeNode[]
}

/** By title on every level. A page whose parent is not there stands at the top. */
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

/** The page and everything below it. */
export const within = (node: TreeNode): readonly string[] => [
  node.page.slug,
  ...node.children.flatMap(within),
]

export const flatTree = (
  nodes: readonly TreeNode[],
  depth = 0,
): readonly { readonly node: TreeNode; readonly depth: number }[] =>
  nodes.flatMap((node) => [{ node, depth }, ...flatTree(node.children, depth + 1)])

/** True when readers can reach the page or one below it: moving it changes addresses they may have. */
export function isOnSite(nodes: readonly TreeNode[], id: string): boolean {
  const found = flatTree(nodes).find(({ node }) => node.page.id === id)?.node
  return found !== undefined && flatTree([found]).some(({ node }) => node.page.status === 'published')
}

/** Whether the page may be put below the one with that slug (null: at the top): not below itself, and not where it is. */
export function canMove(nodes: readonly TreeNode[], id: string, parent: string | null): boolean {
  const found = flatTree(nodes).find(({ node }) => node.page.id === id)
  if (!found) return false
  if ((found.node.page.parentPage ?? null) === parent) return false
  return parent === null || !within(found.node).includes(parent)
}
