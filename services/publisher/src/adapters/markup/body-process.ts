/** Runs in a process of its own: what a body does to the parsers stays here. */
import { answerQuestions } from '@typecase/runtime/limited-process'
import { renderBody } from './render-body.ts'

export interface BodyQuestion {
  readonly markdown: string
  readonly allowRawHtml: boolean
}

answerQuestions(({ markdown, allowRawHtml }: BodyQuestion) => renderBody(markdown, allowRawHtml))
