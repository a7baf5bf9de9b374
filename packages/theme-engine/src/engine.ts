/** Compiles a theme and renders its pages. Runs inside a renderer process, never in a service's own. */
import type HandlebarsModule from 'handlebars'
import { depthFault, endlessCircles } from './partial-circles.ts'
import type { PageMessage, PageResult, SiteMessage, TemplateFault } from './protocol.ts'
import { inspectTemplate, reachableUses, type TemplateFacts } from './theme-check.ts'
import { blocks, type HelperSite, type TextTools, templateHelpers } from './vocabulary.ts'

type Handlebars = typeof HandlebarsModule
type Root = Readonly<Record<string, unknown>>
interface HelperOptions {
  readonly data?: { readonly root?: Root }
  readonly loc?: { readonly start?: { readonly line?: number } }
  readonly fn?: (context: unknown, options?: unknown) => string
}

export interface Limits {
  /** Milliseconds of processor time. */
  readonly time: number
  /** UTF-16 units. */
  readonly output: number
}

interface Compiled {
  /** What each page template names. */
  readonly templates: [string, readonly string[]][]
  /** What could not be compiled. */
  readonly faults: readonly TemplateFault[]
  /** Calls of partials that never end. They compile, and harm no page that does not reach them. */
  readonly circles: readonly TemplateFault[]
}

const callsBetweenLooks = 64

/** Handlebars takes for known what a theme may not call: their names are those of values. */
const notOffered = { helperMissing: false, blockHelperMissing: false, log: false }

export function themeEngine(handlebars: Handlebars, sources: ReadonlyMap<string, string>, tools: TextTools) {
  const engine = handlebars.create()
  const templates = new Map<string, (root: Root) => string>()
  const facts = new Map<string, TemplateFacts>()
  let site: { message: SiteMessage; helper: HelperSite } | undefined
  /** The page being rendered; rendering is synchronous, so there is one at most. */
  let page = pageBegun(0)

  function tick(): void {
    page.calls += 1
    if (page.calls % callsBetweenLooks === 0 && page.time.isOver()) throw new Error('The template takes too long')
  }

  /** Runs a piece and marks an error with the template and line where it began. */
  function located<T>(options: HelperOptions | undefined, run: () => T): T {
    try {
      tick()
      return run()
    } catch (error) {
      throw faultOf(error, page.stack.at(-1), options?.loc?.start?.line)
    }
  }

  function faultOf(error: unknown, template: string | undefined, line?: number): Fault {
    // Down here is no room to find out more.
    if (isTooDeep(error)) page.deepest ??= page.stack.slice()
    return Fault.from(error, template, line)
  }

  function defineHelpers(): void {
    for (const name of Object.keys(engine.helpers)) if (!blocks.some((block) => block === name)) engine.unregisterHelper(name)
    for (const name of blocks) {
      const original = engine.helpers[name] as (...args: unknown[]) => unknown
      engine.registerHelper(name, function (this: unknown, ...args: unknown[]) {
        const options = args.at(-1) as HelperOptions
        const fn = (context: unknown, inner?: unknown) => {
          tick()
          return options.fn?.(context, inner) ?? ''
        }
        const watched = { ...options, ...(options.fn ? { fn } : {}) }
        return located(options, () => original.call(this, ...args.slice(0, -1), watched))
      })
    }
    for (const [name, helper] of Object.entries(templateHelpers(tools))) {
      engine.registerHelper(name, function (this: unknown, ...args: unknown[]) {
        const options = args.at(-1) as HelperOptions
        // `{{url}}` inside a list means the entry's url: no helper makes sense without an argument.
        if (args.length === 1) return ownValue(this, name)
        return located(options, () => helper(args.slice(0, -1), options.data?.root ?? {}, site?.helper ?? noSite))
      })
    }
    const { asset } = engine.helpers as { asset: (this: unknown, ...args: unknown[]) => unknown }
    engine.registerHelper('asset', function (this: unknown, ...args: unknown[]) {
      const url = asset.apply(this, args)
      return args.length > 1 && typeof url === 'string' && isPlainUrl(url) ? new PlainUrl(url) : url
    })
    engine.registerHelper('json', (value: unknown) => new engine.SafeString(tools.scriptJson(value ?? null)))
    engine.registerHelper('head', (options: HelperOptions) => {
      page.placed.head = true
      return new engine.SafeString(String(options.data?.root?.head ?? ''))
    })
    engine.registerHelper('footerCode', () => {
      page.placed.footer = true
      return new engine.SafeString(site?.message.footerCode ?? '')
    })
  }

  /** Compiles everything and says what each page template names. */
  function compile(): Compiled {
    defineHelpers()
    const helpers = new Set(Object.keys(engine.helpers))
    const knownHelpers = { ...notOffered, ...Object.fromEntries([...helpers].map((name) => [name, true])) }
    // Else the lines of a partial get the blanks before its call: what they show in a `pre` would be altered.
    const compiling = { knownHelpers, knownHelpersOnly: true, preventIndent: true }
    const faults: TemplateFault[] = []
    const partials = new Map<string, string>()
    for (const path of sources.keys()) {
      const name = partialName(path)
      if (name !== undefined) partials.set(name, path)
    }
    for (const [path, source] of sources) {
      try {
        const ast = engine.parse(source, { srcName: path })
        const found = inspectTemplate(path, ast, { helpers, partials })
        faults.push(...found.faults)
        facts.set(path, found)
        if (found.faults.length > 0) continue
        engine.precompile(ast, compiling)
        const render = engine.compile(ast, compiling) as unknown as (context: unknown, options?: object) => string
        const run = (context: unknown, options?: object): string => {
          page.stack.push(path)
          try {
            tick()
            return render(context, options)
          } catch (error) {
            throw faultOf(error, path)
          } finally {
            page.stack.pop()
          }
        }
        const name = partialName(path)
        if (name === undefined) templates.set(path, run)
        else engine.registerPartial(name, run as never)
      } catch (error) {
        faults.push(syntaxFault(path, error))
      }
    }
    const uses = [...facts]
      .filter(([path]) => templates.has(path))
      .map(([path, found]): [string, string[]] => [path, [...reachableUses(found, facts)].sort()])
    return { templates: uses, faults, circles: endlessCircles(facts) }
  }

  function renderPage(message: PageMessage, limits: Limits): PageResult {
    page = pageBegun(limits.time)
    try {
      const render = templates.get(message.template)
      if (!render || !site) throw new Error('The template is not there')
      const html = complete(render(rootOf(message, site.message)), message)
      if (html.length > limits.output) throw new Error(`The page is larger than ${limits.output} characters`)
      return { html }
    } catch (error) {
      const { message: why, template, line } = page.deepest ? depthFault(page.deepest, facts) : Fault.from(error, message.template)
      return { fault: { message: why, template, line, page: message.path } }
    }
  }

  function complete(html: string, message: PageMessage): string {
    const { head } = message.model as { head?: string }
    const headEnd = page.placed.head || !head ? -1 : html.search(/<\/head\s*>/i)
    const withHead = headEnd < 0 ? html : html.slice(0, headEnd) + head + html.slice(headEnd)
    const footer = page.placed.footer ? '' : (site?.message.footerCode ?? '')
    if (!footer) return withHead
    const bodyEnd = withHead.toLowerCase().lastIndexOf('</body')
    return bodyEnd < 0 ? withHead + footer : withHead.slice(0, bodyEnd) + footer + withHead.slice(bodyEnd)
  }

  return {
    compile,
    renderPage,
    enter(message: SiteMessage): void {
      site = { message, helper: { ...message, assets: new Map(message.assets) } }
    },
  }
}

export type ThemeEngine = ReturnType<typeof themeEngine>

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

/** The page's own values beside the site-wide ones it may see. */
function rootOf({ model, shared }: PageMessage, { shared: all, footerCode }: SiteMessage): Root {
  const given = Object.fromEntries(shared.filter((name) => name !== 'siteUpdatedAt').map((name) => [name, all[name]]))
  const site = { ...(all.site as object), updatedAt: shared.includes('siteUpdatedAt') ? all.siteUpdatedAt : null }
  return { menu: [], categories: [], tags: [], recentPosts: [], ...given, site, footerCode, ...model }
}

const partialName = (path: string): string | undefined => /^partials\/(.+)\.html$/.exec(path)?.[1]

const ownValue = (context: unknown, name: string): unknown =>
  typeof context === 'object' && context !== null && Object.hasOwn(context, name) ? (context as Root)[name] : undefined

/** Milliseconds on the clock after which a page is worth a look at its processor time, which costs more than most pages. */
const unwatchedMs = 20

interface PageBegun {
  readonly placed: { head: boolean; footer: boolean }
  readonly time: { isOver(): boolean }
  calls: number
  /** The templates that are being rendered, the outermost first. */
  readonly stack: string[]
  /** These templates when they were too many. */
  deepest?: readonly string[]
}

const pageBegun = (timeLimit: number): PageBegun => ({
  placed: { head: false, footer: false },
  time: timeOf(timeLimit),
  calls: 0,
  stack: [],
})

/** So many milliseconds of processor time, counted from when a page has taken longer than nearly all do. */
function timeOf(limitMs: number): { isOver(): boolean } {
  const watchedFrom = performance.now() + unwatchedMs
  let until: number | undefined
  return {
    isOver() {
      if (until === undefined) {
        if (performance.now() < watchedFrom) return false
        until = spent() + limitMs
      }
      return spent() > until
    },
  }
}

/** Milliseconds of processor time that this process has used. */
function spent(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000
}

class Fault extends Error {
  readonly template: string | undefined
  readonly line: number | undefined
  constructor(message: string, template: string | undefined, line: number | undefined) {
    super(message)
    this.template = template
    this.line = line
  }

  /** The innermost place wins. */
  static from(error: unknown, template: string | undefined, line?: number): Fault {
    if (error instanceof Fault)
      return error.line === undefined && error.template === template ? new Fault(error.message, template, line) : error
    return new Fault(error instanceof Error ? error.message : String(error), template, line)
  }
}

/** A regular expression that is met so far down fails with the same words, but as a SyntaxError. */
const isTooDeep = (error: unknown): boolean => error instanceof Error && error.message.endsWith('Maximum call stack size exceeded')

function syntaxFault(template: string, error: unknown): TemplateFault {
  const { message, lineNumber, hash } = error as { message?: string; lineNumber?: number; hash?: { loc?: { first_line?: number } } }
  if (isTooDeep(error)) return { message: 'The template is nested too deeply', template }
  const text = String(message ?? error)
  const line = lineNumber ?? hash?.loc?.first_line ?? Number(/(?:on line |- )(\d+)/.exec(text)?.[1] ?? Number.NaN)
  return { message: text.split('\n')[0] ?? text, template, ...(Number.isFinite(line) ? { line } : {}) }
}
