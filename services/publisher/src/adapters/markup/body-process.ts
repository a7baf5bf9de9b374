/** Runs in a process of its own: what a body does to the parsers stays here. */
import { answerQuestions } from '@typecase/runtime/limited-process'
import type { Unrenderable } from '../../core/ports.ts'
import { checkedBody, renderBody } from './render-body.ts'
import type { RenderedBody } from './stored-body.ts'

export interface BodyQuestion {
  readonly sources: string[]
  readonly allowRawHtml: boolean
  /** Also list what the page does not show of the author's HTML. */
  readonly checks?: boolean
}

/** In the order of the sources. */
export type BodyAnswer = readonly (RenderedBody | Unrenderable)[]

// They are taken out: what read the question keeps it until the heap is collected.
answerQuestions(
  ({ sources, allowRawHtml, checks = false }: BodyQuestion): BodyAnswer =>
    sources.splice(0).map((source) => (checks ? checkedBody : renderBody)(source, allowRawHtml)),
)
