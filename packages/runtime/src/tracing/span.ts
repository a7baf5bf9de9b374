import type { Attributes, Context, Tracer } from '@opentelemetry/api'

export type SpanKindName = 'server' | 'client' | 'producer' | 'consumer' | 'internal'

export interface OpenSpan {
  /** What travels with the work that belongs to it. */
  readonly traceparent: string
  /** Ends it; the first time counts. `fault` is a code, never a text that may hold what a user wrote; `name` is one known only now. */
  end(result?: {
    readonly fault?: string | undefined
    readonly name?: string
    readonly attributes?: Attributes
  }): void
}

export interface SpanMaker {
  readonly tracer: Tracer
  readonly kinds: Readonly<Record<SpanKindName, number>>
  readonly errorStatus: number
  /** The context of a span elsewhere; of none without it. */
  readonly contextOf: (parent: string | undefined) => Context
}

let maker: SpanMaker | undefined

/** From now on spans are made by it; by nobody when undefined. */
export const makeSpansBy = (next: SpanMaker | undefined): void => {
  maker = next
}

/** Begins a span below `parent`, a traceparent; undefined while no exporter runs. Times are wall-clock milliseconds. */
export function beginSpan(
  name: string,
  kind: SpanKindName,
  parent: string | undefined,
  attributes: Attributes = {},
  startTime?: number,
): OpenSpan | undefined {
  if (!maker) return undefined
  const { tracer, kinds, errorStatus, contextOf } = maker
  const options = { kind: kinds[kind], attributes, ...(startTime === undefined ? {} : { startTime }) }
  const span = tracer.startSpan(name, options, contextOf(parent))
  const { traceId, spanId, traceFlags } = span.spanContext()
  return {
    traceparent: `00-${traceId}-${spanId}-${traceFlags.toString(16).padStart(2, '0')}`,
    end({ fault, name: finalName, attributes: more } = {}) {
      if (!span.isRecording()) return
      if (finalName !== undefined) span.updateName(finalName)
      if (more) span.setAttributes(more)
      if (fault !== undefined) span.setStatus({ code: errorStatus, message: fault })
      span.end()
    },
  }
}
