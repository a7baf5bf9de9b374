/** Traces across HTTP, gRPC and events. Without an exporter they cost nothing and load nothing. */
export { tracing } from './exporter.ts'
export { beginSpan, type OpenSpan, type SpanKindName } from './span.ts'
