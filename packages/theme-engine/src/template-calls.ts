/** What templates may call, as Handlebars calls it. Called for each value of each page: it makes no more objects than it must. */
import type HandlebarsModule from 'handlebars'
import type { PageWatch } from './page-watch.ts'
import type { SiteMessage } from './protocol.ts'
import { blocks, type HelperSite, type TextTools, templateHelpers } from './vocabulary.ts'

type Root = Readonly<Record<string, unknown>>
type Helper = (this: unknown, ...args: unknown[]) => unknown
interface HelperOptions {
  readonly data?: { readonly root?: Root }
  readonly loc?: { readonly start?: { readonly line?: number } }
  readonly fn?: (context: unknown, options?: unknown) => string
}

/** The site whose pages are rendered, as helpers see it. */
export interface EnteredSite {
  readonly message: SiteMessage
  readonly helper: HelperSite
}

/** Blocks that are rendered once at most, so that their call is all that counts. */
const once: ReadonlySet<string> = new Set(['if', 'unless', 'with', 'lookup'])

/** Of one site, and UTF-16 units of a path. */
const mostAssets = 1_000
const longestAsset = 200

/** Gives the engine what templates may call, and takes away what they may not. An error gets the line of the call. */
export function defineHelpers(
  engine: typeof HandlebarsModule,
  tools: TextTools,
  { tick, faultAt, placed }: PageWatch,
  site: () => EnteredSite | undefined,
): void {
  for (const name of Object.keys(engine.helpers)) if (!blocks.some((block) => block === name)) engine.unregisterHelper(name)
  for (const name of blocks) {
    const original = engine.helpers[name] as Helper
    engine.registerHelper(name, function (this: unknown, ...args: unknown[]) {
      const options = args.at(-1) as HelperOptions
      try {
        tick()
        if (!once.has(name)) args[args.length - 1] = watched(options)
        return original.apply(this, args)
      } catch (error) {
        throw faultAt(error, options?.loc?.start?.line)
      }
    })
  }
  for (const [name, helper] of Object.entries(templateHelpers(tools))) {
    engine.registerHelper(name, function (this: unknown, ...args: unknown[]) {
      const options = args.pop() as HelperOptions
      // `{{url}}` inside a list means the entry's url: no helper makes sense without an argument.
      if (args.length === 0) return ownValue(this, name)
      try {
        tick()
        return helper(args, options.data?.root ?? {}, site()?.helper ?? noSite)
      } catch (error) {
        throw faultAt(error, options?.loc?.start?.line)
      }
    })
  }
  const { asset } = engine.helpers as { asset: Helper }
  /** Of one site: every page has the same few. */
  let assets: { readonly of: EnteredSite | undefined; readonly urls: Map<unknown, unknown> } = { of: undefined, urls: new Map() }
  engine.registerHelper('asset', function (this: unknown, ...args: unknown[]) {
    const [path] = args
    if (assets.of !== site() || assets.urls.size >= mostAssets) assets = { of: site(), urls: new Map() }
    const isKept = args.length === 2 && typeof path === 'string' && path.length <= longestAsset
    const known = isKept ? assets.urls.get(path) : undefined
    if (known !== undefined) return known
    const given = asset.apply(this, args)
    const url = args.length > 1 && typeof given === 'string' && isPlainUrl(given) ? new PlainUrl(given) : given
    // A part of a text would keep the whole text in memory.
    if (isKept) assets.urls.set(Buffer.from(path).toString(), url)
    return url
  })
  engine.registerHelper('json', (value: unknown) => new engine.SafeString(tools.scriptJson(value ?? null)))
  engine.registerHelper('head', (options: HelperOptions) => {
    placed.head = true
    return new engine.SafeString(String(options.data?.root?.head ?? ''))
  })
  engine.registerHelper('footerCode', () => {
    placed.footer = true
    return new engine.SafeString(site()?.message.footerCode ?? '')
  })

  /** Counts each time that its block is rendered. */
  function watched(options: HelperOptions): HelperOptions {
    const { fn } = options
    if (!fn) return options
    const counted = (context: unknown, inner?: unknown) => {
      tick()
      return fn(context, inner) ?? ''
    }
    return { ...options, fn: counted }
  }
}

/** Nothing in it means anything in markup, wherever it stands: it needs no escaping, which would make `?v=` unreadable. */
const isPlainUrl = (url: string): boolean => /^\/[\w\-.~/%!*(),:@?=]*$/.test(url)

/** Handlebars asks `toHTML` before it escapes; everybody else sees a text. */
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

const noSite: HelperSite = { basePath: '', absoluteBase: '', cleanUrls: true, assets: new Map() }

const ownValue = (context: unknown, name: string): unknown =>
  typeof context === 'object' && context !== null && Object.hasOwn(context, name) ? (context as Root)[name] : undefined
