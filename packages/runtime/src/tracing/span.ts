import type { Attributes, Context, Tracer } from '@opentelemetry/api'

export type SpanKindName = 'server' | 'client' | 'producer' | 'consumer' | 'internal'

export interface OpenSpan {
  /** Trace context for work within the span. */
  readonly traceparent: string
  /** Ends the span once. `errorCode` is a code, never user input; `name` replaces the initial name. */
  end(result?: {
    readonly errorCode?: string | undefined
    readonly name?: string
    readonly attributes?: Attributes
  }): void
}

export interface SpanFactory {
  readonly tracer: Tracer
  readonly kinds: Readonly<Record<SpanKindName, number>>
  readonly errorStatus: number
  /** Returns the context of the parent span; without a parent, a context without a span. */
  readonly contextOf: (parent: string | undefined) => Context
}

let factory: SpanFactory | undefined

/** Sets the factory of spans; undefined disables them. */
export const setSpanFactory = (next: SpanFactory | undefined): void => {
  factory = next
}

/**
 * Begins a child span of `parent`, a traceparent. Returns undefined without an exporter. `startTime` is in
 * milliseconds since 1970.
 */
export function beginSpan(
  name: string,
  kind: SpanKindName,
  parent: string | undefined,
  attributes: Attributes = {},
  startTime?: number,
): OpenSpan | undefined {
  if (!factory) return undefined
  const { tracer, kinds, errorStatus, contextOf } = factory
  const options = { kind: kinds[kind], attributes, ...(startTime === undefined ? {} : { startTime }) }
  const span = tracer.startSpan(name, options, contextOf(parent))
  const { traceId, spanId, traceFlags } = span.spanContext()
  return {
    traceparent: `00-${traceId}-${spanId}-${traceFlags.toString(16).padStart(2, '0')}`,
    end({ errorCode, name: finalName, attributes: more } = {}) {
      if (!span.isRecording()) return
      if (finalName !== undefined) span.updateName(finalName)
      if (more) span.setAttributes(more)
      if (errorCode !== undefined) span.setStatus({ code: errorStatus, message: errorCode })
      span.end()
    },
  }
}
