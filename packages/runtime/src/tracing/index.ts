/** Traces across HTTP, gRPC and events. Nothing is loaded and nothing is spent unless an exporter is started. */
export { tracing } from './exporter.ts'
export { beginSpan, type OpenSpan, type SpanKindName } from './span.ts'
