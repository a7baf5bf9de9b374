import { answerQuestions } from '@typecase/runtime/limited-process'
import type { Unrenderable } from '../../core/ports.ts'
import { checkedBody, renderBody } from './render-body.ts'
import type { RenderedBody } from './stored-body.ts'

export interface BodyQuestion {
  readonly sources: string[]
  readonly allowRawHtml: boolean
  readonly checks?: boolean
}

export type BodyAnswer = readonly (RenderedBody | Unrenderable)[]

// Removes them: the message keeps the array until the heap is collected.
answerQuestions(
  ({ sources, allowRawHtml, checks = false }: BodyQuestion): BodyAnswer =>
    sources.splice(0).map((source) => (checks ? checkedBody : renderBody)(source, allowRawHtml)),
)
