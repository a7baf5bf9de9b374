/** Earlier addresses (aliases) of archived items. They redirect to the item, even after it moves. */
import { addressOf } from '../addresses.ts'
import type { Item, Redirect } from '../model.ts'

export interface Aliases {
  /** Adds the aliases of an item. Add parents before their children. */
  add(item: Item): void
  /** True if the redirect only repeats an alias: archives list each alias as a redirect too. */
  covers(redirect: Redirect): boolean
}

export function createAliases(): Aliases {
  const parents = new Map<string, string | null | undefined>()
  const targets = new Map<string, Set<string>>()
  return {
    add({ type, metadata }) {
      const { slug, pageType, parentPage, aliases = [] } = metadata
      if (type === 'page' && pageType === 'custom') parents.set(slug, parentPage)
      const address = addressOf(type, metadata, (parent) => parents.get(parent))
      for (const alias of aliases) targets.set(alias, (targets.get(alias) ?? new Set()).add(address))
    },
    covers: ({ from, to, status = 301 }) =>
      to !== undefined && status === 301 && (targets.get(from)?.has(to) ?? false),
  }
}
