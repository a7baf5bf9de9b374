/** Compiles a theme and renders its pages. Runs in a renderer process only. */
import type HandlebarsModule from 'handlebars'
import { type Limits, PageWatch, tooLarge } from './page-watch.ts'
import { depthError, endlessCycles } from './partial-cycles.ts'
import type { PageMessage, PageResult, SiteMessage, TemplateError } from './protocol.ts'
import { RenderError, syntaxError } from './render-error.ts'
import type { Program } from './template-ast.ts'
import { type EnteredSite, helperCalls } from './template-calls.ts'
import { templateCode } from './template-code.ts'
import { Frame, type Render, TemplateRun } from './template-run.ts'
import { inspectTemplate, reachableUses, type TemplateFacts } from './theme-check.ts'
import { readTranslations, translationTag, translator } from './translations.ts'
import { blocks, helperText, type TextTools } from './vocabulary.ts'

type Handlebars = typeof HandlebarsModule
type Root = Readonly<Record<string, unknown>>

interface Compiled {
  /** Page templates, each with the names of the values that the template and its partials use. */
  readonly templates: [string, readonly string[]][]
  /** Errors of templates that do not compile and of translation files. */
  readonly errors: readonly TemplateError[]
  /** Partials that call each other without end. They compile; only pages that reach such a call fail. */
  readonly cycles: readonly TemplateError[]
}

export function themeEngine(handlebars: Handlebars, sources: ReadonlyMap<string, string>, tools: TextTools) {
  const engine = new Engine(handlebars, sources, tools)

  return {
    compile: engine.compile,
    renderPage: engine.renderPage,
    enter(message: SiteMessage): void {
      engine.roots = new Map()
      const { basePath, absoluteBase, shared } = message
      const site = shared.site as Root
      const head = { ...site, basePath, absoluteBase }
      const timeZone = typeof site.timezone === 'string' ? site.timezone : 'UTC'
      engine.site = { message, head, helper: { ...message, assets: new Map(message.assets), timeZone } }
    },
  }
}

class Engine {
  readonly handlebars
  /** Templates and partials by path. */
  readonly sources
  readonly translations
  readonly tools
  site: EnteredSite | undefined
  readonly calls
  readonly helpers: ReadonlySet<string>
  readonly run
  readonly templates = new Map<string, Render>()
  readonly facts = new Map<string, TemplateFacts>()
  readonly watch = new PageWatch()
  roots = new Map<string, Root>()

  constructor(handlebars: Handlebars, sources: ReadonlyMap<string, string>, tools: TextTools) {
    this.handlebars = handlebars
    this.sources = new Map([...sources].filter(([path]) => translationTag(path) === undefined))
    this.translations = readTranslations(sources)
    this.tools = tools
    const translate = translator(this.translations, helperText)

    this.calls = helperCalls(this.handlebars, { ...this.tools, translate }, this.watch, () => this.site)
    this.helpers = new Set([...blocks, ...Object.keys(this.calls)])
    this.run = new TemplateRun(this.handlebars, this.watch, this.calls)
  }

  readonly compile = (): Compiled => {
    const errors: TemplateError[] = [...this.translations.errors]
    const partials = new Map<string, string>()
    for (const path of this.sources.keys()) {
      const name = partialName(path)
      if (name !== undefined) partials.set(name, path)
    }
    for (const [path, source] of this.sources) {
      try {
        const ast = this.handlebars.parse(source, { srcName: path })
        const found = inspectTemplate(path, ast, { helpers: this.helpers, partials })
        errors.push(...found.errors)
        this.facts.set(path, found)
        if (found.errors.length > 0) continue
        const code = templateCode(path, ast as unknown as Program, this.helpers)
        const render = this.watch.within(
          path,
          (new Function('run', code) as (run: TemplateRun) => Render)(this.run),
        )
        const name = partialName(path)
        if (name === undefined) this.templates.set(path, render)
        else this.run.partials.set(name, render)
      } catch (error) {
        errors.push(syntaxError(path, error))
      }
    }
    const uses = [...this.facts]
      .filter(([path]) => this.templates.has(path))
      .map(([path, found]): [string, string[]] => [path, [...reachableUses(found, this.facts)].sort()])
    return { templates: uses, errors, cycles: endlessCycles(this.facts) }
  }

  readonly renderPage = (message: PageMessage, limits: Limits): PageResult => {
    this.watch.begin(limits)
    try {
      const render = this.templates.get(message.template)
      if (!render || !this.site) throw new Error('The theme does not have this template')
      const root: Root = {
        ...this.siteValues(message.shared, this.site.message),
        ...this.withHead(message, this.site),
      }
      const html = this.complete(render(root, new Frame(undefined, root)), root.head)
      if (html.length > limits.output) throw tooLarge(limits.output)
      return { html }
    } catch (error) {
      const deepest = this.watch.deepest
      const {
        message: why,
        template,
        line,
      } = deepest ? depthError(deepest, this.facts) : RenderError.from(error, message.template)
      return { error: { message: why, template, line, page: message.path } }
    }
  }

  withHead({ model, headFacts }: PageMessage, { head }: EnteredSite): object {
    return headFacts === undefined
      ? model
      : { ...model, head: headRenderer(this.tools)(head, model, headFacts) }
  }

  /** The site-wide values with these names. Cached, because most pages use the same names. */
  siteValues(names: readonly string[], message: SiteMessage): Root {
    const key = names.join(' ')
    const known = this.roots.get(key) ?? siteRoot(names, message)
    this.roots.set(key, known)
    return known
  }

  complete(html: string, head: unknown): string {
    const headEnd = this.watch.placed.head || !head ? -1 : html.search(/<\/head\s*>/i)
    const headed = headEnd < 0 ? html : `${html.slice(0, headEnd)}${head}${html.slice(headEnd)}`
    const footer = this.watch.placed.footer ? '' : (this.site?.message.footerCode ?? '')
    if (!footer) return headed
    const bodyEnd = headed.toLowerCase().lastIndexOf('</body')
    return bodyEnd < 0 ? headed + footer : headed.slice(0, bodyEnd) + footer + headed.slice(bodyEnd)
  }
}

function headRenderer({ headHtml }: TextTools): NonNullable<TextTools['headHtml']> {
  if (!headHtml) throw new Error('The renderer was started without headHtml')
  return headHtml
}

export type ThemeEngine = ReturnType<typeof themeEngine>

/** The site-wide values that a page receives. */
function siteRoot(shared: readonly string[], { shared: all, footerCode }: SiteMessage): Root {
  const given = Object.fromEntries(
    shared.filter((name) => name !== 'siteUpdatedAt').map((name) => [name, all[name]]),
  )
  const of = all.site as Root
  const site = { ...of, updatedAt: shared.includes('siteUpdatedAt') ? all.siteUpdatedAt : null }
  const locale = { language: of.language, direction: of.direction }
  return { menu: [], categories: [], tags: [], recentPosts: [], ...given, ...locale, site, footerCode }
}

const partialName = (path: string): string | undefined => /^partials\/(.+)\.html$/.exec(path)?.[1]
