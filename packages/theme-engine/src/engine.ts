/** Compiles a theme and renders its pages. Runs inside a renderer process, never in a service's own. */
import type HandlebarsModule from 'handlebars'
import { Fault, syntaxFault } from './fault.ts'
import { type Limits, pageWatch, tooLarge } from './page-watch.ts'
import { depthFault, endlessCircles } from './partial-circles.ts'
import type { PageMessage, PageResult, SiteMessage, TemplateFault } from './protocol.ts'
import type { Program } from './template-ast.ts'
import { type EnteredSite, helperCalls } from './template-calls.ts'
import { templateCode } from './template-code.ts'
import { Frame, type Render, type TemplateRun, templateRun } from './template-run.ts'
import { inspectTemplate, reachableUses, type TemplateFacts } from './theme-check.ts'
import { blocks, type TextTools } from './vocabulary.ts'

type Handlebars = typeof HandlebarsModule
type Root = Readonly<Record<string, unknown>>

interface Compiled {
  /** What each page template names. */
  readonly templates: [string, readonly string[]][]
  /** What could not be compiled. */
  readonly faults: readonly TemplateFault[]
  /** Calls of partials that never end. They compile, and harm no page that does not reach them. */
  readonly circles: readonly TemplateFault[]
}

export function themeEngine(handlebars: Handlebars, sources: ReadonlyMap<string, string>, tools: TextTools) {
  const templates = new Map<string, Render>()
  const facts = new Map<string, TemplateFacts>()
  const watch = pageWatch()
  let site: EnteredSite | undefined
  let roots = new Map<string, Root>()
  const calls = helperCalls(handlebars, tools, watch, () => site)
  const helpers: ReadonlySet<string> = new Set([...blocks, ...Object.keys(calls)])
  const run = templateRun(handlebars, watch, calls)

  /** Compiles everything and says what each page template names. */
  function compile(): Compiled {
    const faults: TemplateFault[] = []
    const partials = new Map<string, string>()
    for (const path of sources.keys()) {
      const name = partialName(path)
      if (name !== undefined) partials.set(name, path)
    }
    for (const [path, source] of sources) {
      try {
        const ast = handlebars.parse(source, { srcName: path })
        const found = inspectTemplate(path, ast, { helpers, partials })
        faults.push(...found.faults)
        facts.set(path, found)
        if (found.faults.length > 0) continue
        const code = templateCode(path, ast as unknown as Program, helpers)
        const render = watch.within(path, (new Function('run', code) as (run: TemplateRun) => Render)(run))
        const name = partialName(path)
        if (name === undefined) templates.set(path, render)
        else run.partials.set(name, render)
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
    watch.begin(limits)
    try {
      const render = templates.get(message.template)
      if (!render || !site) throw new Error('The template is not there')
      const root: Root = { ...siteValues(message.shared, site.message), ...withHead(message, site) }
      const html = complete(render(root, new Frame(undefined, root)), root.head)
      if (html.length > limits.output) throw tooLarge(limits.output)
      return { html }
    } catch (error) {
      const deepest = watch.deepest()
      const { message: why, template, line } = deepest ? depthFault(deepest, facts) : Fault.from(error, message.template)
      return { fault: { message: why, template, line, page: message.path } }
    }
  }

  const withHead = ({ model, headImage }: PageMessage, { head }: EnteredSite): object =>
    headImage === undefined ? model : { ...model, head: headMaker(tools)(head, model, headImage) }

  /** Most pages may see the same. */
  function siteValues(names: readonly string[], message: SiteMessage): Root {
    const key = names.join(' ')
    const known = roots.get(key) ?? siteRoot(names, message)
    roots.set(key, known)
    return known
  }

  function complete(html: string, head: unknown): string {
    const headEnd = watch.placed.head || !head ? -1 : html.search(/<\/head\s*>/i)
    const headed = headEnd < 0 ? html : `${html.slice(0, headEnd)}${head}${html.slice(headEnd)}`
    const footer = watch.placed.footer ? '' : (site?.message.footerCode ?? '')
    if (!footer) return headed
    const bodyEnd = headed.toLowerCase().lastIndexOf('</body')
    return bodyEnd < 0 ? headed + footer : headed.slice(0, bodyEnd) + footer + headed.slice(bodyEnd)
  }

  return {
    compile,
    renderPage,
    enter(message: SiteMessage): void {
      roots = new Map()
      const { basePath, absoluteBase, shared } = message
      const head = { ...(shared.site as object), basePath, absoluteBase }
      site = { message, head, helper: { ...message, assets: new Map(message.assets) } }
    },
  }
}

function headMaker({ headHtml }: TextTools): NonNullable<TextTools['headHtml']> {
  if (!headHtml) throw new Error('Nobody can make the head of this page')
  return headHtml
}

export type ThemeEngine = ReturnType<typeof themeEngine>

/** The site-wide values that a page may see. */
function siteRoot(shared: readonly string[], { shared: all, footerCode }: SiteMessage): Root {
  const given = Object.fromEntries(shared.filter((name) => name !== 'siteUpdatedAt').map((name) => [name, all[name]]))
  const site = { ...(all.site as object), updatedAt: shared.includes('siteUpdatedAt') ? all.siteUpdatedAt : null }
  return { menu: [], categories: [], tags: [], recentPosts: [], ...given, site, footerCode }
}

const partialName = (path: string): string | undefined => /^partials\/(.+)\.html$/.exec(path)?.[1]
