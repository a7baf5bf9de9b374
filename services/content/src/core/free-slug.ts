import { isAppError, numberedSlug } from '@typecase/kernel'
import { duplicateSlug } from './errors.ts'

export interface SlugSpace {
  /** Returns the subset of `slugs` that is taken. */
  taken(slugs: readonly string[]): Promise<ReadonlySet<string>>
  /** @throws DUPLICATE_SLUG if the slug is taken */
  use(slug: string): Promise<void>
}

/**
 * Uses the first free slug of `base`, `base-2`, `base-3`, …, even with concurrent callers
 * (contract.md#post-slugs).
 */
export async function useFreeSlug(base: string, space: SlugSpace): Promise<string> {
  // Most titles are new, so `base` is tried without a query for taken slugs.
  if (await tryToUse(base, space)) return base
  for (let from = 2, count = 10; ; from += count, count = Math.min(count * 2, 1000)) {
    const candidates = Array.from({ length: count }, (_, i) => numberedSlug(base, from + i))
    const taken = await space.taken(candidates)
    for (const slug of candidates) if (!taken.has(slug) && (await tryToUse(slug, space))) return slug
  }
}

/** False when the slug is taken. */
async function tryToUse(slug: string, { use }: Pick<SlugSpace, 'use'>): Promise<boolean> {
  try {
    await use(slug)
    return true
  } catch (error) {
    if (!isAppError(error) || error.code !== duplicateSlug) throw error
    return false
  }
}
