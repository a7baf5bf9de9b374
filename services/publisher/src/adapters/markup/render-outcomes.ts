/** Renders bodies here or, where they may be expensive, in processes with limits. */
import { setImmediate as breathe } from 'node:timers/promises'
import { SandboxError } from '@typecase/sandbox'
import type { MarkupOptions, Unrenderable } from '../../core/ports.ts'
import type { BodyPool } from './body-pool.ts'
import { checkedBody, renderBody } from './render-body.ts'
import type { RenderedBody } from './stored-body.ts'

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

export type Outcome = RenderedBody | Unrenderable

export interface Limits {
  readonly pool: BodyPool
  /** Milliseconds of processor time for sources of that length together. */
  readonly patience: (length: number) => number
}

interface Question extends MarkupOptions {
  /** Lists removed HTML too. */
  readonly checks: boolean
}

/** In the order of the sources. */
export async function renderOutcomes(
  limits: Limits,
  sources: readonly string[],
  question: Question,
): Promise<readonly Outcome[]> {
  const isHarmless =
    sources.length <= few && sources.every((source) => source.length <= shortBody && !wideTable.test(source))
  return isHarmless
    ? inThisProcess(sources, question)
    : inProcess(limits, sources, question, sources.length > ofAuthors ? 'site' : 'author')
}

/** Without an answer each body is tried alone. */
async function inProcess(
  limits: Limits,
  sources: readonly string[],
  { allowRawHtml, checks }: Question,
  of: 'author' | 'site',
): Promise<readonly Outcome[]> {
  const length = sources.reduce((sum, source) => sum + source.length, 0)
  const question = { sources: [...sources], allowRawHtml, ...(checks ? { checks } : {}) }
  try {
    return await limits.pool.ask(question, limits.patience(length), of)
  } catch (error) {
    // A process that does not start says nothing about the bodies.
    if (!(error instanceof SandboxError) || error.reason === 'start') throw error
    if (sources.length === 1) return [{ error: errorOf(error.reason) }]
    const answers: Outcome[] = []
    for (const source of sources)
      answers.push(...(await inProcess(limits, [source], { allowRawHtml, checks }, of)))
    return answers
  } finally {
    // The message keeps the array until the heap is collected.
    question.sources.length = 0
  }
}

let since = performance.now()

async function inThisProcess(
  sources: readonly string[],
  { allowRawHtml, checks }: Question,
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

/** marked throws when the stack ends, and on some short lists with quotes. */
function renderHere(source: string, allowRawHtml: boolean, checks: boolean): Outcome {
  try {
    return (checks ? checkedBody : renderBody)(source, allowRawHtml)
  } catch {
    return { error: unreadable }
  }
}

export const unreadable = 'it can not be read as Markdown'

function errorOf(reason: SandboxError['reason']): string {
  if (reason === 'failed') return unreadable
  return reason === 'time' ? 'rendering it took too long' : 'rendering it took too much memory'
}
