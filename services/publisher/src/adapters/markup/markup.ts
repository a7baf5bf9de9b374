import { nestingLimit, nestsTooDeep } from '@typecase/kernel'
import { closing, type Part } from '@typecase/runtime/lifecycle'
import type { BodySource, Markup, MarkupOptions, Unrenderable } from '../../core/ports.ts'
import type { Body } from '../../core/site/site.ts'
import type { BodyFiles } from './body-files.ts'
import { type BodyPool, bodyPool } from './body-pool.ts'
import { type Outcome, renderOutcomes, unreadable } from './render-outcomes.ts'
import { BodyInFile, bodyFrom, type RenderedBody, stored } from './stored-body.ts'

/** Raised when a source renders to another body. */
const edition = 7
export interface MarkedMarkupOptions {
  /** Without it bodies stay in memory. */
  readonly files?: BodyFiles
  readonly pool?: BodyPool
  readonly patience?: (length: number) => number
}

export function markedMarkup(given: MarkedMarkupOptions = {}): Markup & { readonly part: Part } {
  const { files, pool = bodyPool(), patience = (length) => 2_000 + length / 500 } = given
  const bodies = new Map<string, Body | Unrenderable>()
  const limits = { pool, patience }

  function take(key: string, outcome: Outcome): Body | Unrenderable {
    const body =
      'error' in outcome
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
          await renderOutcomes(
            limits,
            shallow.map(({ markdown }) => markdown),
            { ...options, checks: false },
          )
        ).entries())
          outcomes.set(shallow[index] as BodySource, outcome)
      const keys = new Map(sources.map((source) => [source, keyOf(source.textDigest, options)]))
      files?.write(new Map(shallow.flatMap((source) => stored(keys.get(source) ?? '', outcomes.get(source)))))
      return sources.map((source) => take(keys.get(source) ?? '', outcomes.get(source) ?? tooDeep))
    },

    async once({ textDigest, markdown }, options) {
      if (nestsTooDeep(markdown)) return tooDeep
      const [outcome = { error: unreadable }] = await renderOutcomes(limits, [markdown], {
        ...options,
        checks: true,
      })
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

const tooDeep: Unrenderable = { error: `it nests deeper than ${nestingLimit} levels` }

const keyOf = (textDigest: string, { allowRawHtml }: MarkupOptions): string =>
  `${edition}${allowRawHtml ? 'raw' : 'safe'} ${textDigest}`
