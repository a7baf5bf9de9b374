import { setImmediate as breathe } from 'node:timers/promises'
import { nestingLimit, nestsTooDeep } from '@typecase/kernel'
import { closing, type Part } from '@typecase/runtime/lifecycle'
import { SandboxError } from '@typecase/sandbox'
import type { BodySource, Markup, MarkupOptions, Unrenderable } from '../../core/ports.ts'
import type { Body } from '../../core/site/site.ts'
import type { BodyFiles } from './body-files.ts'
import { type BodyPool, bodyPool } from './body-pool.ts'
import { checkedBody, renderBody } from './render-body.ts'
import { BodyInFile, bodyFrom, type RenderedBody, stored } from './stored-body.ts'

/** Raised when a source renders to another body. */
const edition = 7
/** Milliseconds of rendering before other work runs. */
const stretch = 10
/** UTF-16 units that are cheap to render in this process, unless there is a table. */
const shortBody = 4_000
/** Up to this number a process is not worth it. */
const few = 4
/** Up to this number bodies come from an author's save. */
const ofAuthors = 8
/** Each row of a wide table is filled with cells. */
const wideTable = /(?:\|[^|\n]*){40}/
export interface MarkedMarkupOptions {
  /** Without it bodies stay in memory. */
  readonly files?: BodyFiles
  readonly pool?: BodyPool
  readonly patience?: (length: number) => number
}

type Outcome = RenderedBody | Unrenderable

/**
 * Bodies that may be expensive are rendered in processes with limits: some take quadratic time or exhaust
 * the stack.
 */
export function markedMarkup(given: MarkedMarkupOptions = {}): Markup & { readonly part: Part } {
  const { files, pool = bodyPool(), patience = (length) => 2_000 + length / 500 } = given
  const bodies = new Map<string, Body | Unrenderable>()
  let since = performance.now()

  /** Without an answer each body is tried alone. */
  async function inProcess(
    sources: readonly string[],
    { allowRawHtml }: MarkupOptions,
    of: 'author' | 'site',
    checks: boolean,
  ): Promise<readonly Outcome[]> {
    const length = sources.reduce((sum, source) => sum + source.length, 0)
    const question = { sources: [...sources], allowRawHtml, ...(checks ? { checks } : {}) }
    try {
      return await pool.ask(question, patience(length), of)
    } catch (error) {
      // A process that does not start says nothing about the bodies.
      if (!(error instanceof SandboxError) || error.reason === 'start') throw error
      if (sources.length === 1) return [{ fault: faultOf(error.reason) }]
      const answers: Outcome[] = []
      for (const source of sources) answers.push(...(await inProcess([source], { allowRawHtml }, of, checks)))
      return answers
    } finally {
      // The message keeps the array until the heap is collected.
      question.sources.length = 0
    }
  }

  async function here(
    sources: readonly string[],
    { allowRawHtml }: MarkupOptions,
    checks: boolean,
  ): Promise<readonly Outcome[]> {
    const answers: Outcome[] = []
    for (const source of sources) {
      if (performance.now() - since > stretch) {
        await breathe()
        since = performance.now()
      }
      answers.push(renderHere(source, allowRawHtml, checks))
    }
    return answers
  }

  async function rendered(
    sources: readonly string[],
    options: MarkupOptions,
    checks = false,
  ): Promise<readonly Outcome[]> {
    const isHarmless =
      sources.length <= few &&
      sources.every((source) => source.length <= shortBody && !wideTable.test(source))
    return isHarmless
      ? here(sources, options, checks)
      : inProcess(sources, options, sources.length > ofAuthors ? 'site' : 'author', checks)
  }

  function take(key: string, outcome: Outcome): Body | Unrenderable {
    const body =
      'fault' in outcome
        ? outcome
        : files
          ? new BodyInFile(key, outcome.facts, files)
          : bodyFrom(key, outcome)
    bodies.set(key, body)
    return body
  }

  return {
    part: closing('body renderer', () => pool.stop()),

    warmUp() {
      if (bodies.size === 0 && files?.isEmpty() !== false) pool.begin()
    },

    known(textDigest, options) {
      const key = keyOf(textDigest, options)
      const found = bodies.get(key)
      const facts = found ? undefined : files?.read(key)?.facts
      if (!files || !facts) return found
      const body = new BodyInFile(key, facts as RenderedBody['facts'], files)
      bodies.set(key, body)
      return body
    },

    async render(sources, options) {
      const shallow = sources.filter(({ markdown }) => !nestsTooDeep(markdown))
      const outcomes = new Map<BodySource, Outcome>()
      if (shallow.length > 0)
        for (const [index, outcome] of (
          await rendered(
            shallow.map(({ markdown }) => markdown),
            options,
          )
        ).entries())
          outcomes.set(shallow[index] as BodySource, outcome)
      const keys = new Map(sources.map((source) => [source, keyOf(source.textDigest, options)]))
      files?.write(new Map(shallow.flatMap((source) => stored(keys.get(source) ?? '', outcomes.get(source)))))
      return sources.map((source) => take(keys.get(source) ?? '', outcomes.get(source) ?? tooDeep))
    },

    async once({ textDigest, markdown }, options) {
      if (nestsTooDeep(markdown)) return tooDeep
      const [outcome = { fault: unreadable }] = await rendered([markdown], options, true)
      if ('fault' in outcome) return outcome
      return { ...bodyFrom(keyOf(textDigest, options), outcome), removed: outcome.removed ?? [] }
    },

    keep(textDigests, options) {
      const keys = new Set(Array.from(textDigests, (textDigest) => keyOf(textDigest, options)))
      for (const key of bodies.keys()) if (!keys.has(key)) bodies.delete(key)
      files?.prune(keys)
    },
  }
}

const tooDeep: Unrenderable = { fault: `it nests deeper than ${nestingLimit} levels` }

const keyOf = (textDigest: string, { allowRawHtml }: MarkupOptions): string =>
  `${edition}${allowRawHtml ? 'raw' : 'safe'} ${textDigest}`

/** marked throws when the stack ends, and on some short lists with quotes. */
function renderHere(source: string, allowRawHtml: boolean, checks: boolean): Outcome {
  try {
    return (checks ? checkedBody : renderBody)(source, allowRawHtml)
  } catch {
    return { fault: unreadable }
  }
}

const unreadable = 'it can not be read as Markdown'

function faultOf(reason: SandboxError['reason']): string {
  if (reason === 'failed') return unreadable
  return reason === 'time' ? 'rendering it took too long' : 'rendering it took too much memory'
}
