import { type Actor, invalid, type PageOf } from '@typecase/kernel'
import { requireKnown } from '../access.ts'
import { listBounds } from '../list-input.ts'
import type { Ports } from '../ports.ts'
import { folded } from '../search.ts'
import { type CountedTerm, termKinds } from './terms.ts'

export interface TermListInput {
  readonly kind: string
  readonly search?: string | undefined
  readonly limit?: number | undefined
  readonly offset?: number | undefined
}

const defaultLimit = 20

/**
 * Terms (categories, tags or authors) whose name contains `search`, most used first; `total` counts all
 * matches.
 * @throws VALIDATION_ERROR or UNAUTHORIZED
 */
export const listTerms =
  ({ store }: Pick<Ports, 'store'>) =>
  async (actor: Actor, { kind, search = '', limit, offset }: TermListInput): Promise<PageOf<CountedTerm>> => {
    requireKnown(actor)
    const { bounds, errors } = listBounds({ limit, offset, view: 'none' })
    const known = termKinds.find((each) => each === kind)
    if (!known) errors.push({ path: 'kind', message: `kind must be one of ${termKinds.join(', ')}` })
    if (errors.length > 0 || !known) throw invalid(errors)
    // Postgres refuses NUL in a parameter, and no stored name contains it.
    if (search.includes('\0')) return { items: [], total: 0 }
    return store.read.posts.terms({
      kind: known,
      search: folded(search.trim()),
      limit: bounds.limit ?? defaultLimit,
      offset: bounds.offset,
    })
  }
