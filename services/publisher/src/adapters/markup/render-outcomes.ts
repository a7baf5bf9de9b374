/** Renders small bodies in this process, all others in sandboxes with limits of time and memory. */
import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import { SandboxError } from '@typecase/sandbox'
import type { MarkupOptions, Unrenderable } from '../../core/ports.ts'
import type { BodyPool } from './body-pool.ts'
import { checkedBody, renderBody } from './render-body.ts'
import type { RenderedBody } from './stored-body.ts'

/** Milliseconds after which rendering yields to the event loop. */
const yieldAfterMs = 10
/** Maximum UTF-16 units of a source that this process renders, if it has no wide table. */
const longestLocalSource = 4_000
/** Maximum bodies per batch that this process renders. */
const largestLocalBatch = 4
/** Maximum bodies per batch for the authors' process; larger batches use the processes of the site. */
const largestAuthorBatch = 8
/**
 * Matches a table row of 40 cells. Markdown pads each row to the width of the header, so a short source can
 * become a huge table.
 */
const wideTable = /(?:\|[^|\n]*){40}/

export type Outcome = RenderedBody | Unrenderable

export interface Limits {
  readonly pool: BodyPool
  /** Maximum processor time in milliseconds by total source length in UTF-16 units. */
  readonly cpuLimitMs: (length: number) => number
}

interface RenderOptions extends MarkupOptions {
  /** Also lists removed HTML. */
  readonly checks: boolean
}

/** One outcome per source, in order. */
export async function renderOutcomes(
  limits: Limits,
  sources: readonly string[],
  options: RenderOptions,
): Promise<readonly Outcome[]> {
  const isCheap =
    sources.length <= largestLocalBatch &&
    sources.every((source) => source.length <= longestLocalSource && !wideTable.test(source))
  return isCheap
    ? inThisProcess(sources, options)
    : inSandbox(limits, sources, options, sources.length > largestAuthorBatch ? 'site' : 'author')
}

/** If a batch fails, renders each body alone, so that only failing ones become errors. */
async function inSandbox(
  limits: Limits,
  sources: readonly string[],
  { allowRawHtml, checks }: RenderOptions,
  of: 'author' | 'site',
): Promise<readonly Outcome[]> {
  const length = sources.reduce((sum, source) => sum + source.length, 0)
  const question = { sources: [...sources], allowRawHtml, ...(checks ? { checks } : {}) }
  try {
    return await limits.pool.ask(question, limits.cpuLimitMs(length), of)
  } catch (error) {
    // A failed start is not caused by the bodies.
    if (!(error instanceof SandboxError) || error.reason === 'start') throw error
    if (sources.length === 1) return [{ error: errorOf(error.reason) }]
    const outcomes: Outcome[] = []
    for (const source of sources)
      outcomes.push(...(await inSandbox(limits, [source], { allowRawHtml, checks }, of)))
    return outcomes
  } finally {
    // Frees the sources, which the completed call may reference until the next garbage collection.
    question.sources.length = 0
  }
}

let yieldedAt = performance.now()

async function inThisProcess(
  sources: readonly string[],
  { allowRawHtml, checks }: RenderOptions,
): Promise<readonly Outcome[]> {
  const outcomes: Outcome[] = []
  for (const source of sources) {
    if (performance.now() - yieldedAt > yieldAfterMs) {
      await yieldToEventLoop()
      yieldedAt = performance.now()
    }
    outcomes.push(renderHere(source, allowRawHtml, checks))
  }
  return outcomes
}

/** Catches stack overflows in the library `marked`, and its errors for some lists with block quotes. */
function renderHere(source: string, allowRawHtml: boolean, checks: boolean): Outcome {
  try {
    return (checks ? checkedBody : renderBody)(source, allowRawHtml)
  } catch {
    return { error: unreadable }
  }
}

export const unreadable = 'it cannot be read as Markdown'

function errorOf(reason: SandboxError['reason']): string {
  if (reason === 'failed') return unreadable
  return reason === 'time' ? 'rendering it took too long' : 'rendering it took too much memory'
}
