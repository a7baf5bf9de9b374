/**
 * Wraps the helpers for compiled templates. Avoids allocations, because each page calls helpers for many
 * values.
 */
import type HandlebarsModule from 'handlebars'
import type { PageWatch } from './page-watch.ts'
import type { SiteMessage } from './protocol.ts'
import type { HelperCall } from './template-run.ts'
import { type HelperSite, type HelperTools, templateHelpers } from './vocabulary.ts'

type Root = Readonly<Record<string, unknown>>

export interface EnteredSite {
  readonly message: SiteMessage
  readonly helper: HelperSite
  /** The site's part of the input of `headHtml`. */
  readonly head: object
}

/** Limits of the cache of asset URLs: entries per site, and UTF-16 units of a path. */
const mostAssets = 1_000
const longestAsset = 200

export function helperCalls(
  { SafeString }: Pick<typeof HandlebarsModule, 'SafeString'>,
  tools: HelperTools,
  watch: PageWatch,
  site: () => EnteredSite | undefined,
): Readonly<Record<string, HelperCall>> {
  const calls: Record<string, HelperCall> = {}
  for (const [name, helper] of Object.entries(templateHelpers(tools))) {
    calls[name] = (line, args, context, frame) => {
      // These helpers need arguments, so `{{url}}` alone is the field of the entry, not the helper `url`.
      if (args.length === 0) return ownValue(context, name)
      watch.at(line)
      return helper(args, frame.root as Root, site()?.helper ?? noSite)
    }
  }
  const asset = calls.asset as HelperCall
  /** Cached asset URLs of one site: its pages use the same few assets. */
  let assets: { readonly of: EnteredSite | undefined; readonly urls: Map<unknown, unknown> } = {
    of: undefined,
    urls: new Map(),
  }
  calls.asset = (line, args, context, frame) => {
    const [path] = args
    if (assets.of !== site() || assets.urls.size >= mostAssets) assets = { of: site(), urls: new Map() }
    const isCacheable = args.length === 1 && typeof path === 'string' && path.length <= longestAsset
    const known = isCacheable ? assets.urls.get(path) : undefined
    if (known !== undefined) return known
    const given = asset(line, args, context, frame)
    const url =
      args.length > 0 && typeof given === 'string' && isPlainUrl(given) ? new PlainUrl(given) : given
    // Copies the path: it can be a slice of a longer text, which V8 would keep in memory.
    if (isCacheable) assets.urls.set(Buffer.from(path).toString(), url)
    return url
  }
  calls.json = (line, [value]) => {
    watch.at(line)
    return new SafeString(tools.scriptJson(value ?? null))
  }
  calls.head = (_line, _args, _context, frame) => {
    watch.placed.head = true
    return new SafeString(String((frame.root as Root).head ?? ''))
  }
  calls.footerCode = () => {
    watch.placed.footer = true
    return new SafeString(site()?.message.footerCode ?? '')
  }
  return calls
}

/**
 * True for URLs that HTML need not escape. Handlebars would escape the `=` in `?v=`, which makes the URL
 * unreadable.
 */
const isPlainUrl = (url: string): boolean => /^\/[\w\-.~/%!*(),:@?=]*$/.test(url)

/** Handlebars calls `toHTML` instead of escaping; other code sees a string. */
class PlainUrl {
  readonly #url: string
  constructor(url: string) {
    this.#url = url
  }
  toHTML(): string {
    return this.#url
  }
  toString(): string {
    return this.#url
  }
  toJSON(): string {
    return this.#url
  }
}

const noSite: HelperSite = {
  basePath: '',
  absoluteBase: '',
  cleanUrls: true,
  assets: new Map(),
  timeZone: 'UTC',
}

const ownValue = (context: unknown, name: string): unknown =>
  typeof context === 'object' && context !== null && Object.hasOwn(context, name)
    ? (context as Root)[name]
    : undefined
