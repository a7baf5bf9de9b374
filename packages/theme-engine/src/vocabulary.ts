/** Helpers of templates (docs/themes.md). They are pure, so that a page always has the same bytes. */
import { type DateLocale, formatDate } from './dates.ts'

/** Text functions that templates share with the publisher. */
export interface TextTools {
  isSitePath(url: string): boolean
  /** The URL in the style of the site, with its base path. */
  styledUrl(site: HelperSite, url: string): string
  /** Cuts the text after a word, to at most `length` characters. */
  cutText(text: string, length: number): string
  /** JSON that is safe in a script element. */
  scriptJson(value: unknown): string
  /** Creates the head of a page whose model has none. `site` includes `basePath` and `absoluteBase`. */
  headHtml?(site: object, model: object, facts: object): string
}

export interface HelperSite {
  readonly basePath: string
  readonly absoluteBase: string
  readonly cleanUrls: boolean
  /** Digest by path below `assets/`. */
  readonly assets: ReadonlyMap<string, string>
  /** An IANA name. */
  readonly timeZone: string
}

export interface HelperTools extends TextTools {
  translate(language: string, key: string, values: readonly unknown[]): string
}

type Value = unknown
/** `root` contains the values of the page. */
export type TemplateHelper = (
  args: readonly Value[],
  root: Readonly<Record<string, unknown>>,
  site: HelperSite,
) => unknown

/** Returns '' for objects without `toHTML`. */
export const helperText = (value: Value): string => {
  if (typeof value === 'string') return value
  if (value === null || value === undefined) return ''
  if (typeof value !== 'object') return String(value)
  return 'toHTML' in value && typeof value.toHTML === 'function' ? String(value) : ''
}
const text = helperText
const number = (value: Value): number =>
  typeof value === 'number' ? value : Number(text(value) || Number.NaN)
const list = (value: Value): readonly Value[] => (Array.isArray(value) ? value : [])
/** As in `#if`: an empty list is false. */
const truthy = (value: Value): boolean => (Array.isArray(value) ? value.length > 0 : Boolean(value))

export const templateHelpers = ({
  isSitePath,
  styledUrl,
  cutText,
  translate,
}: HelperTools): Readonly<Record<string, TemplateHelper>> => ({
  eq: ([a, b]) => a === b,
  ne: ([a, b]) => a !== b,
  gt: ([a, b]) => number(a) > number(b),
  lt: ([a, b]) => number(a) < number(b),
  and: (args) => args.every(truthy),
  or: (args) => args.some(truthy),
  not: ([a]) => !truthy(a),
  date: ([value, pattern], root, site) => formatDate(value, text(pattern) || undefined, localeOf(root, site)),
  asset: ([path], _root, site) => assetUrl(text(path), site),
  url: ([path], _root, site) => styledUrl(site, text(path)),
  absolute: ([url], _root, { basePath, absoluteBase }) => {
    const path = text(url)
    if (!isSitePath(path)) return path
    return absoluteBase + (basePath && path.startsWith(basePath) ? path.slice(basePath.length) : path)
  },
  current: ([url], root) => url === root.url,
  within: ([url], root, { basePath }) => {
    const above = text(url)
    if (above === root.url) return true
    return (
      above !== '' &&
      above !== `${basePath}/` &&
      text(root.url).startsWith(`${above.replace(/(\/index)?\.html$/, '').replace(/\/$/, '')}/`)
    )
  },
  limit: ([items, count]) => list(items).slice(0, Math.max(0, number(count) || 0)),
  skip: ([items, count]) => list(items).slice(Math.max(0, number(count) || 0)),
  where: ([items, path, wanted]) => list(items).filter((item) => valueAt(item, text(path)) === wanted),
  before: ([tree], { url }) => neighbour(isSitePath, tree, url, -1),
  after: ([tree], { url }) => neighbour(isSitePath, tree, url, 1),
  length: ([value]) => (typeof value === 'string' ? Array.from(value).length : list(value).length),
  join: ([items, between]) =>
    list(items)
      .map(text)
      .join(between === undefined ? ', ' : text(between)),
  concat: (args) => args.map(text).join(''),
  default: ([value, otherwise]) => (truthy(value) ? value : otherwise),
  truncate: ([value, length]) => cutText(text(value), Math.min(10_000, Math.max(1, number(length) || 160))),
  t: ([key, ...values], root) => translate(languageOf(root), text(key), values),
  plural: ([count, one, many]) => (number(count) === 1 ? one : many),
})

const localeOf = (root: Readonly<Record<string, unknown>>, { timeZone }: HelperSite): DateLocale => ({
  language: languageOf(root),
  timeZone,
})

const languageOf = (root: Readonly<Record<string, unknown>>): string => text(root.language) || 'en'

/** Resolves paths such as `category.slug`; null if a part is missing. */
function valueAt(item: Value, path: string): Value {
  let found = item
  for (const name of path.split('.'))
    found =
      typeof found === 'object' && found !== null && Object.hasOwn(found, name)
        ? (found as Record<string, Value>)[name]
        : null
  return found ?? null
}

/**
 * The entry `step` positions after the page in a tree of `{url, children}`, in reading order; null if none.
 */
function neighbour(isSitePath: TextTools['isSitePath'], tree: Value, url: unknown, step: 1 | -1): Value {
  const entries = flattened(tree).filter((entry) => isSitePath(text(entry.url)))
  const here = entries.findIndex((entry) => entry.url === url)
  return here < 0 ? null : (entries[here + step] ?? null)
}

type Entry = Readonly<Record<string, Value>>

const flattened = (tree: Value): readonly Entry[] =>
  list(tree)
    .filter((entry): entry is Entry => typeof entry === 'object' && entry !== null)
    .flatMap((entry) => [entry, ...flattened(entry.children)])

/** The URL of an asset. Its version changes with the file, so that browsers may cache the URL forever. */
function assetUrl(path: string, { basePath, assets }: HelperSite): string {
  const clean = path.replace(/^\/+/, '').replace(/^assets\//, '')
  const digest = assets.get(`assets/${clean}`)
  const url = `${basePath}/assets/${clean.split('/').map(encodeURIComponent).join('/')}`
  return digest ? `${url}?v=${digest.slice(0, 10)}` : url
}

/** The built-in helpers of Handlebars that templates may call. */
export const blocks = ['if', 'unless', 'each', 'with', 'lookup'] as const

const nothing: HelperTools = {
  isSitePath: () => false,
  styledUrl: () => '',
  cutText: () => '',
  scriptJson: () => '',
  translate: () => '',
}

export const helperNames: readonly string[] = [
  ...blocks,
  ...Object.keys(templateHelpers(nothing)),
  'json',
  'head',
  'footerCode',
]
