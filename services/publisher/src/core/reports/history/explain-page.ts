import { type Actor, requireUser } from '@typecase/kernel'
import { pageNotRecorded } from '../../errors.ts'
import { addressesOf } from '../../pages/addresses/addresses.ts'
import type { PublisherPorts } from '../../ports.ts'
import { targetOf } from '../links/own-link.ts'
import type { PageFacts } from '../links/page-record-store.ts'
import type { Change, Reason } from './receipt.ts'

export interface PageExplanation extends PageFacts {
  readonly path: string
  readonly links: readonly string[]
  /** Changes that affected the page in the last generation that changed it. */
  readonly changes: readonly Change[]
}

/**
 * Finds the page by address, with or without the base path.
 * @throws UNAUTHORIZED, PAGE_NOT_FOUND or UPSTREAM_UNAVAILABLE
 */
export const explainPage =
  ({ records, receipts, source, sites, publicSiteUrl }: PublisherPorts) =>
  async (actor: Actor, address: string): Promise<PageExplanation> => {
    requireUser(actor)
    const { staticOutputDir, staticBaseUrl, siteUrl } = await source.settings()
    const files = await sites.current(staticOutputDir)
    const { basePath } = addressesOf(staticBaseUrl || siteUrl, true, publicSiteUrl)
    const path = filesAt(address, basePath).find((file) => files?.has(file))
    const found = path === undefined ? undefined : await records.page(staticOutputDir, path)
    if (!found || found.digest !== files?.get(found.path)) throw pageNotRecorded()
    const { facts, links } = found
    const receipt = facts.lastChange ? await receipts.find(facts.lastChange.generationId) : undefined
    const changes = receipt?.changes.filter((change) => concerns(change, found.path, facts)) ?? []
    return { ...facts, path: found.path, links, changes }
  }

function filesAt(address: string, basePath: string): readonly string[] {
  const [path = ''] = address.split(/[?#]/, 1)
  const rooted = path.startsWith('/') ? path : `/${path}`
  const isBelow = basePath !== '' && (rooted === basePath || rooted.startsWith(`${basePath}/`))
  return [...(isBelow ? targetOf(rooted, basePath).files : []), ...targetOf(rooted, '').files]
}

const byKind: Readonly<Partial<Record<Change['kind'], readonly Reason[]>>> = {
  // Settings also change lists, feeds and addresses.
  settings: ['settings', 'list', 'neighbours', 'feed', 'new'],
  theme: ['theme'],
  menu: ['menu'],
  media: ['media', 'entry', 'neighbours'],
  user: ['authors', 'recentPosts', 'list', 'feed', 'new'],
}
const ofEntries: readonly Reason[] = [
  'list',
  'neighbours',
  'recentPosts',
  'categories',
  'tags',
  'updatedAt',
  'feed',
  'new',
]

function concerns(
  { kind, entityId, title }: Change,
  path: string,
  { kind: fileKind, own, lastChange }: PageFacts,
): boolean {
  const why = lastChange?.reasons ?? []
  if (fileKind === 'theme') return kind === 'theme'
  if (fileKind === 'media')
    return kind === 'media' && title !== null && isOf(title, path.slice(path.lastIndexOf('/') + 1))
  if (path === 'robots.txt') return kind === 'settings'
  if (kind === 'post' || kind === 'page')
    return own?.id === entityId || why.some((reason) => ofEntries.includes(reason))
  return why.some((reason) => byKind[kind]?.includes(reason))
}

/** True if `name` is the stored file (`cat.png`) or one of its renditions (`cat.320w.webp`). */
function isOf(stored: string, name: string): boolean {
  const base = stored.slice(0, stored.lastIndexOf('.'))
  return name === stored || (name.startsWith(`${base}.`) && /^\d+w\.\w+$/.test(name.slice(base.length + 1)))
}
