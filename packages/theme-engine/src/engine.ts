/** Compiles a theme and renders its pages. Runs inside a renderer process, never in a service's own. */
import type HandlebarsModule from 'handlebars'
import { Fault, syntaxFault } from './fault.ts'
import { pageWatch } from './page-watch.ts'
import { depthFault, endlessCircles } from './partial-circles.ts'
import type { PageMessage, PageResult, SiteMessage, TemplateFault } from './protocol.ts'
import { defineHelpers, type EnteredSite } from './template-calls.ts'
import { inspectTemplate, reachableUses, type TemplateFacts } from './theme-check.ts'
import type { TextTools } from './vocabulary.ts'

type Handlebars = typeof HandlebarsModule
type Root = Readonly<Record<string, unknown>>
interface Render {
  (context: unknown, options?: object): string
  /** What Handlebars calls before a template is rendered: it compiles what is not compiled yet. */
  _setup(options: object): void
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

/** Handlebars takes for known what a theme may not call: their names are those of values. */
const notOffered = { helperMissing: false, blockHelperMissing: false, log: false }

export function themeEngine(handlebars: Handlebars, sources: ReadonlyMap<string, string>, tools: TextTools) {
  const engine = handlebars.create()
  const templates = new Map<string, (root: Root, options: object) => string>()
  const facts = new Map<string, TemplateFacts>()
  const watch = pageWatch()
  let site: EnteredSite | undefined
  let asPartial: object = {}
  let roots = new Map<string, Root>()

  /** Compiles everything and says what each page template names. */
  function compile(): Compiled {
    defineHelpers(engine, tools, watch, () => site)
    const helpers = new Set(Object.keys(engine.helpers))
    const knownHelpers = { ...notOffered, ...Object.fromEntries([...helpers].map((name) => [name, true])) }
    // Else the lines of a partial get the blanks before its call: what they show in a `pre` would be altered.
    const compiling = () => ({ knownHelpers, knownHelpersOnly: true, preventIndent: true })
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
        // Handlebars keeps in the options what it is in the midst of, and would compile with the first page that needs it, wherever that is.
        engine.precompile(ast, compiling())
        const render = engine.compile(ast, compiling()) as unknown as Render
        render._setup({ partial: true })
        const run = (context: unknown, options?: object): string => watch.within(path, () => render(context, options))
        const name = partialName(path)
        if (name === undefined) templates.set(path, run)
        else engine.registerPartial(name, run as never)
      } catch (error) {
        faults.push(syntaxFault(path, error))
      }
    }
    asPartial = optionsOfPartials()
    const uses = [...facts]
      .filter(([path]) => templates.has(path))
      .map(([path, found]): [string, string[]] => [path, [...reachableUses(found, facts)].sort()])
    return { templates: uses, faults, circles: endlessCircles(facts) }
  }

  /**
   * What Handlebars gives to every partial. A page is rendered as one is, with the same: for a template of its own it would wrap
   * each helper anew, page by page, in a function that only `lookup` needs.
   */
  function optionsOfPartials(): object {
    let given: { readonly helpers?: { readonly lookup?: unknown } } = {}
    const taking = (_: unknown, options: object) => {
      given = options
      return ''
    }
    engine.compile('{{> taking}}')({}, { partials: { ...engine.partials, taking: taking as never } })
    const helpers = { ...engine.helpers, lookup: given.helpers?.lookup }
    return { ...given, partials: engine.partials, helpers, partial: true }
  }

  function renderPage(message: PageMessage, limits: Limits): PageResult {
    watch.begin(limits.time)
    try {
      const render = templates.get(message.template)
      if (!render || !site) throw new Error('The template is not there')
      const root = { ...siteValues(message.shared, site.message), ...message.model }
      const html = complete(render(root, { ...asPartial, data: { root } }), message)
      if (html.length > limits.output) throw new Error(`The page is larger than ${limits.output} characters`)
      return { html }
    } catch (error) {
      const deepest = watch.deepest()
      const { message: why, template, line } = deepest ? depthFault(deepest, facts) : Fault.from(error, message.template)
      return { fault: { message: why, template, line, page: message.path } }
    }
  }

  /** Most pages may see the same. */
  function siteValues(names: readonly string[], message: SiteMessage): Root {
    const key = names.join(' ')
    const known = roots.get(key) ?? siteRoot(names, message)
    roots.set(key, known)
    return known
  }

  function complete(html: string, message: PageMessage): string {
    const { head } = message.model as { head?: string }
    const headEnd = watch.placed.head || !head ? -1 : html.search(/<\/head\s*>/i)
    const withHead = headEnd < 0 ? html : html.slice(0, headEnd) + head + html.slice(headEnd)
    const footer = watch.placed.footer ? '' : (site?.message.footerCode ?? '')
    if (!footer) return withHead
    const bodyEnd = withHead.toLowerCase().lastIndexOf('</body')
    return bodyEnd < 0 ? withHead + footer : withHead.slice(0, bodyEnd) + footer + withHead.slice(bodyEnd)
  }

  return {
    compile,
    renderPage,
    enter(message: SiteMessage): void {
      roots = new Map()
      site = { message, helper: { ...message, assets: new Map(message.assets) } }
    },
  }
}

export type ThemeEngine = ReturnType<typeof themeEngine>

/** The site-wide values that a page may see. */
function siteRoot(shared: readonly string[], { shared: all, footerCode }: SiteMessage): Root {
  const given = Object.fromEntries(shared.filter((name) => name !== 'siteUpdatedAt').map((name) => [name, all[name]]))
  const site = { ...(all.site as object), updatedAt: shared.includes('siteUpdatedAt') ? all.siteUpdatedAt : null }
  return { menu: [], categories: [], tags: [], recentPosts: [], ...given, site, footerCode }
}

const partialName = (path: string): string | undefined => /^partials\/(.+)\.html$/.exec(path)?.[1]
