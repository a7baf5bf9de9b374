/** Counts the addresses that new permalinks would change (contract.md#permalinks). Stores nothing. */
import { type Actor, invalid, pageTokens, permalinkError, postTokens, requireAdmin } from '@typecase/kernel'
import { addressesOf } from '../pages/addresses/addresses.ts'
import { termsOfAll } from '../pages/addresses/taxonomy.ts'
import { withoutCollisions } from '../pages/claims.ts'
import { taxonomiesOf } from '../pages/models/context.ts'
import { addressesOfEntries, movedEntries } from '../pages/redirect-table.ts'
import type { PublisherPorts } from '../ports.ts'
import { publishedSite } from '../preview/site-with-draft.ts'
import { effectiveOptions } from '../releases/options.ts'
import type { FollowContent } from '../site/follow-content.ts'

export interface PermalinkCheck {
  /** Posts and pages whose address would change. */
  readonly moved: number
  readonly examples: readonly { readonly from: string; readonly to: string }[]
  /** Posts and pages that would be omitted, because another item has their address. */
  readonly collisions: number
}

export interface GivenPermalinks {
  readonly permalinkPost?: string | undefined
  readonly permalinkPage?: string | undefined
}

const examplesAtMost = 20

/** @throws UNAUTHORIZED, FORBIDDEN, VALIDATION_ERROR or UPSTREAM_UNAVAILABLE */
export const checkPermalinks =
  ({ source, publicSiteUrl }: PublisherPorts, follow: FollowContent) =>
  async (actor: Actor, given: GivenPermalinks, signal?: AbortSignal): Promise<PermalinkCheck> => {
    requireAdmin(actor)
    refuseInvalid(given)
    const [siteContext, published] = await Promise.all([source.siteContext(signal), follow(signal)])
    const { settings: before, theme } = siteContext
    const entries = publishedSite(published, () => undefined)
    const settings = {
      ...before,
      permalinkPost: given.permalinkPost ?? before.permalinkPost,
      permalinkPage: given.permalinkPage ?? before.permalinkPage,
    }
    const { baseUrl, cleanUrls } = effectiveOptions({}, before)
    const addresses = addressesOf(baseUrl, cleanUrls, publicSiteUrl)
    const moved = movedEntries(
      addressesOfEntries({ ...entries, settings: before }, addresses),
      addressesOfEntries({ ...entries, settings }, addresses),
    )
    const site = { ...siteContext, ...entries, settings, theme: { ...theme, templates: new Map() } }
    const { omitted } = withoutCollisions(site, termsOfAll(taxonomiesOf(site)), cleanUrls)
    const examples = moved.slice(0, examplesAtMost).map(({ from = '', to }) => ({ from, to }))
    return { moved: moved.length, examples, collisions: omitted.length }
  }

function refuseInvalid({ permalinkPost, permalinkPage }: GivenPermalinks): void {
  const checks = [
    ['permalinkPost', permalinkPost, postTokens],
    ['permalinkPage', permalinkPage, pageTokens],
  ] as const
  const problems = checks.flatMap(([path, pattern, tokens]) => {
    const error = pattern === undefined ? undefined : permalinkError(pattern, tokens)
    return error ? [{ path, message: `${path} ${error}` }] : []
  })
  if (problems.length > 0) throw invalid(problems)
}
