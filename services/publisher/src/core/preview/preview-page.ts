import { type Actor, isAppError, requireUser } from '@typecase/kernel'
import { previewFailed } from '../errors.ts'
import { absoluteUrlOf, addressesOf } from '../pages/addresses/addresses.ts'
import { type Permalinks, routeOfEntry } from '../pages/addresses/permalinks.ts'
import { modelFilter } from '../pages/filter-models.ts'
import { sourceBody } from '../pages/models/body.ts'
import { type OnePagePlan, planOnePage } from '../pages/plan-one-page.ts'
import type { CheckedBody, PublisherPorts, RemovedHtml, SourceTheme } from '../ports.ts'
import { effectiveOptions } from '../releases/options.ts'
import type { FollowContent } from '../site/follow-content.ts'
import { shownData } from '../site/shown-text.ts'
import type { Page, Post, Settings, Site } from '../site/site.ts'
import { type Draft, publishedSite, siteWithDraft } from './site-with-draft.ts'
import { withAssets } from './with-assets.ts'

export interface PreviewRequest {
  readonly draft?: Draft | undefined
  readonly theme?: string | undefined
}

export interface PreviewedPage {
  /** HTML with inlined files of the theme. */
  readonly html: string
  readonly template: string
  readonly url: string
  readonly removed: readonly RemovedHtml[]
}

/**
 * Renders a page without storing anything.
 * @throws UNAUTHORIZED, PREVIEW_FAILED, THEME_NOT_FOUND, LAYOUT_MISSING or UPSTREAM_UNAVAILABLE
 */
export function previewPage(ports: PublisherPorts, follow: FollowContent) {
  const { source, themes, markup, previewer, hooks, digest, clock, publicSiteUrl } = ports

  return async (actor: Actor, request: PreviewRequest, signal?: AbortSignal): Promise<PreviewedPage> => {
    const { username: author } = requireUser(actor)
    const [{ settings, menu, media, profiles, theme: active }, published] = await Promise.all([
      source.siteContext(signal),
      follow(signal),
    ])
    const theme = request.theme === undefined ? active : await themes.theme(request.theme, signal)
    const templates = await previewer.prepare(theme).catch(asPreviewFailed)
    const bodyOfText = markup.known(settings)
    const known = publishedSite(published, (textDigest) => {
      const body = bodyOfText(textDigest)
      return body && 'error' in body ? undefined : body
    })
    const draft = shownData(request.draft)
    const checked = draft && (await bodyOf(ports, draft, settings))
    const drafted =
      draft && checked && siteWithDraft(known, draft, { body: checked, now: clock().toISOString(), author })
    const { entry, ...entries } = drafted ?? { ...known, entry: undefined }
    const site: Site = { ...entries, settings, menu, media, profiles, theme: { ...theme, templates } }
    const planned = planOnePage(site, entry, rootAddresses(publicSiteUrl), digest)
    const { pages } = await modelFilter(hooks, digest)([planned.page], signal)
    const [page = planned.page] = pages
    const html = await rendered(ports, theme, { ...planned, page }, signal)
    const { baseUrl, cleanUrls } = effectiveOptions({}, settings)
    return {
      html: await withAssets(html, (path) => assetOf(source, theme, path, signal)),
      template: page.template,
      removed: checked?.removed ?? [],
      url: absoluteUrlOf(addressesOf(baseUrl, cleanUrls, publicSiteUrl), routeOf(entry, settings)),
    }
  }
}

async function bodyOf(
  { markup, digest }: PublisherPorts,
  { markdown }: Draft,
  settings: Settings,
): Promise<CheckedBody> {
  const text = { textDigest: digest(markdown), markdown }
  const body = await markup.once(text, settings)
  return 'error' in body ? { ...sourceBody(text), removed: [] } : body
}

async function rendered(
  { previewer, publicSiteUrl }: PublisherPorts,
  theme: SourceTheme,
  plan: OnePagePlan,
  signal: AbortSignal | undefined,
): Promise<string> {
  let html = ''
  const errors = await previewer.render({
    theme,
    plan,
    site: rootAddresses(publicSiteUrl),
    pages: [plan.page],
    maxErrors: 50,
    signal,
    done: async ([page]) => {
      html = new TextDecoder().decode(page?.html)
    },
  })
  if (errors.length > 0) throw previewFailed(errors)
  return html
}

async function assetOf(
  source: PublisherPorts['source'],
  theme: SourceTheme,
  path: string,
  signal: AbortSignal | undefined,
): Promise<Uint8Array | undefined> {
  if (!theme.assets.some((asset) => asset.path === path)) return undefined
  const chunks: Uint8Array[] = []
  for await (const chunk of (await source.open({ from: 'theme', path }, theme, signal)) ?? [])
    chunks.push(chunk)
  return Buffer.concat(chunks)
}

function asPreviewFailed(error: unknown): never {
  const faults = isAppError(error) && error.code === 'GENERATION_FAILED' ? error.fields.faults : undefined
  throw Array.isArray(faults) ? previewFailed(faults) : error
}

/** Addresses of previews, which the API host serves without a base path. */
const rootAddresses = (publicSiteUrl: string) => addressesOf('', true, publicSiteUrl)

const routeOf = (entry: Post | Page | undefined, permalinks: Permalinks) =>
  entry ? routeOfEntry(entry, permalinks) : ({ kind: 'home', page: 1 } as const)
