/** Renders templates with Handlebars itself and the helpers of themes, for comparison with the engine. */
import handlebars from 'handlebars'
import { PageWatch } from '../src/page-watch.ts'
import { helperCalls } from '../src/template-calls.ts'
import { Frame } from '../src/template-run.ts'
import { readTranslations, translator } from '../src/translations.ts'
import { blocks, type TextTools } from '../src/vocabulary.ts'

type Helper = (this: unknown, ...args: unknown[]) => unknown
type Render = (root: unknown, options: object) => string
/** Handlebars would treat these as helpers; in themes they are names of values. */
const notOffered = { helperMissing: false, blockHelperMissing: false, log: false }

/** @throws the errors of Handlebars */
export function handlebarsOracle(
  sources: ReadonlyMap<string, string>,
  tools: TextTools,
): (path: string, root: object) => string {
  const engine = handlebars.create()
  for (const name of Object.keys(engine.helpers))
    if (!blocks.some((block) => block === name)) engine.unregisterHelper(name)
  const watch = new PageWatch()
  watch.begin({ time: Number.POSITIVE_INFINITY, output: Number.POSITIVE_INFINITY })
  const translate = translator(readTranslations(sources), String)
  const calls = helperCalls(engine, { ...tools, translate }, watch, () => undefined)
  for (const [name, call] of Object.entries(calls)) {
    const helper: Helper = function (...args) {
      const { data } = args.pop() as { data: { root: unknown } }
      return call(0, args, this, new Frame(undefined, data.root))
    }
    engine.registerHelper(name, helper as never)
  }
  const known = Object.fromEntries([...blocks, ...Object.keys(calls)].map((name) => [name, true]))
  const templates = new Map<string, Render>()
  for (const [path, source] of sources) {
    const render = engine.compile(source, {
      knownHelpers: { ...notOffered, ...known },
      knownHelpersOnly: true,
      preventIndent: true,
    })
    const name = /^partials\/(.+)\.html$/.exec(path)?.[1]
    if (name === undefined) templates.set(path, render as unknown as Render)
    else engine.registerPartial(name, render)
  }
  return (path, root) => templates.get(path)?.(root, { data: { root } }) ?? ''
}
