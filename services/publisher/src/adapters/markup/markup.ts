import { createHash } from 'node:crypto'
import { setImmediate as breathe } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { nestingLimit, nestsTooDeep } from '@typecase/kernel'
import { closing, type Part } from '@typecase/runtime/lifecycle'
import { limitedProcess, NoAnswer } from '@typecase/runtime/limited-process'
import type { Markup, Unrenderable } from '../../core/ports.ts'
import type { Body } from '../../core/site/site.ts'
import type { BodyQuestion } from './body-process.ts'
import { renderBody } from './render-body.ts'

const cachedBodies = 20_000
/** Milliseconds of rendering in one go. */
const stretch = 10
/** UTF-16 units up to which no body that nests within the limit can hold the service up, unless it has a table. */
const shortBody = 4_000
/** A table of so many columns in one line: each of its rows is filled up with cells. */
const wideTable = /(?:\|[^|\n]*){40}/
/** Mebibytes. */
const memory = 512

export interface MarkupOptions {
  /** Milliseconds of processor time for a body of that length: several times what prose takes. */
  readonly patience?: (length: number) => number
}

/**
 * Keeps what it rendered by the hash of the source: an unchanged body is never rendered twice. Long ones are rendered in a
 * process that is killed when it takes too long: a body may be made so that a parser takes time with the square of its
 * length, or more stack than there is.
 */
export function markedMarkup({ patience = (length) => 2_000 + length / 500 }: MarkupOptions = {}): Markup & { readonly part: Part } {
  const cache = new Map<string, Body | Unrenderable>()
  const file = fileURLToPath(new URL('./body-process.ts', import.meta.url))
  const renderer = limitedProcess<BodyQuestion, Body | Unrenderable>({ file, memory })
  let since = performance.now()

  async function rendered(question: BodyQuestion): Promise<Body | Unrenderable> {
    const { markdown, allowRawHtml } = question
    if (nestsTooDeep(markdown)) return { fault: `it nests deeper than ${nestingLimit} levels` }
    try {
      if (markdown.length <= shortBody && !wideTable.test(markdown)) return renderBody(markdown, allowRawHtml)
      return await renderer.ask(question, patience(markdown.length))
    } catch (error) {
      if (error instanceof NoAnswer) return { fault: faults[error.reason] }
      if (error instanceof RangeError) return { fault: faults.fault }
      throw error
    }
  }

  return {
    part: closing('body renderer', renderer.stop),
    async render(markdown, { allowRawHtml }) {
      const key = createHash('sha256')
        .update(allowRawHtml ? 'raw\n' : 'safe\n')
        .update(markdown)
        .digest('base64')
      const known = cache.get(key)
      if (known) {
        cache.delete(key)
        cache.set(key, known)
        return known
      }
      if (performance.now() - since > stretch) {
        await breathe()
        since = performance.now()
      }
      const body = await rendered({ markdown, allowRawHtml })
      cache.set(key, body)
      for (const oldest of cache.keys()) {
        if (cache.size <= cachedBodies) break
        cache.delete(oldest)
      }
      return body
    },
  }
}

const faults: Readonly<Record<NoAnswer['reason'], string>> = {
  time: 'rendering it took too long',
  died: 'rendering it took too much memory',
  fault: 'it can not be read as Markdown',
}
