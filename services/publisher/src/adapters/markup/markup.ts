import { nestingLimit, nestsTooDeep } from '@typecase/kernel'
import { closing, type Part } from '@typecase/runtime/lifecycle'
import type { BodySource, Markup, MarkupOptions, Unrenderable } from '../../core/ports.ts'
import type { Body } from '../../core/site/site.ts'
import type { BodyFiles } from './body-files.ts'
import { type BodyPool, bodyPool } from './body-pool.ts'
import { type Limits, type Outcome, renderOutcomes, unreadable } from './render-outcomes.ts'
import { BodyInFile, bodyFrom, type RenderedBody, stored } from './stored-body.ts'

/** Increment when a source renders to a different body than before. */
const formatVersion = 7

export interface MarkedMarkupOptions {
  /** Without files, bodies are cached in memory. */
  readonly files?: BodyFiles
  readonly pool?: BodyPool
  readonly cpuLimitMs?: (length: number) => number
}

export function markedMarkup(given: MarkedMarkupOptions = {}): Markup & { readonly part: Part } {
  const { files, pool = bodyPool(), cpuLimitMs = (length) => 2_000 + length / 500 } = given
  const bodies = new Map<string, Body | Unrenderable>()
  const limits = { pool, cpuLimitMs }

  function take(key: string, outcome: Outcome): Body | Unrenderable {
    const body = 'error' in outcome ? outcome : bodyOf(key, outcome, files)
    bodies.set(key, body)
    return body
  }

  return {
    part: closing('body renderer', () => pool.stop()),

    warmUp(of) {
      if (of === 'author' || (bodies.size === 0 && files?.isEmpty() !== false)) pool.begin(of)
    },

    endIdle: () => pool.endIdle(),

    known(options) {
      const read = files?.reader()
      return (textDigest) => {
        const key = keyOf(textDigest, options)
        const found = bodies.get(key)
        const facts = found ? undefined : read?.(key)?.facts
        if (!files || !facts) return found
        const body = new BodyInFile(key, facts as RenderedBody['facts'], files)
        bodies.set(key, body)
        return body
      }
    },

    async render(sources, options) {
      const outcomes = await outcomesOf(limits, sources, options)
      const keys = sources.map(({ textDigest }) => keyOf(textDigest, options))
      files?.write(new Map(outcomes.flatMap((outcome, at) => stored(keys[at] ?? '', outcome))))
      return outcomes.map((outcome, at) => take(keys[at] ?? '', outcome))
    },

    async once({ textDigest, markdown }, options) {
      if (nestsTooDeep(markdown)) return tooDeep
      const question = { ...options, checks: true }
      const [outcome = { error: unreadable }] = await renderOutcomes(limits, [markdown], question)
      if ('error' in outcome) return outcome
      return { ...bodyFrom(keyOf(textDigest, options), outcome), removed: outcome.removed ?? [] }
    },

    keep(textDigests, options) {
      const keys = new Set(Array.from(textDigests, (textDigest) => keyOf(textDigest, options)))
      for (const key of bodies.keys()) if (!keys.has(key)) bodies.delete(key)
      files?.prune(keys)
    },
  }
}

const bodyOf = (key: string, rendered: RenderedBody, files: BodyFiles | undefined): Body =>
  files ? new BodyInFile(key, rendered.facts, files) : bodyFrom(key, rendered)

/** Results in the order of the sources. */
async function outcomesOf(
  limits: Limits,
  sources: readonly BodySource[],
  options: MarkupOptions,
): Promise<readonly Outcome[]> {
  const isDeep = sources.map(({ markdown }) => nestsTooDeep(markdown))
  const shallow = sources.filter((_, at) => !isDeep[at]).map(({ markdown }) => markdown)
  const rendered = (await renderOutcomes(limits, shallow, { ...options, checks: false })).values()
  return isDeep.map((deep) => (deep ? tooDeep : (rendered.next().value ?? { error: unreadable })))
}

const tooDeep: Unrenderable = { error: `it nests deeper than ${nestingLimit} levels` }

const keyOf = (textDigest: string, { allowRawHtml }: MarkupOptions): string =>
  `${formatVersion}${allowRawHtml ? 'raw' : 'safe'} ${textDigest}`
