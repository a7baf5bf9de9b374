/** Renders bodies in a sandboxed process. */
import { serve } from '@typecase/sandbox/serve'
import type { Unrenderable } from '../../core/ports.ts'
import { checkedBody, renderBody } from './render-body.ts'
import type { RenderedBody } from './stored-body.ts'

export interface BodyQuestion {
  readonly sources: string[]
  readonly allowRawHtml: boolean
  readonly checks?: boolean
}

export type BodyAnswer = readonly (RenderedBody | Unrenderable)[]

serve(({ sources, allowRawHtml, checks = false }: BodyQuestion): { readonly answer: BodyAnswer } => ({
  // Empties the array; otherwise the sources stay in memory until the next garbage collection.
  answer: sources.splice(0).map((source) => (checks ? checkedBody : renderBody)(source, allowRawHtml)),
}))
