import type { Tracer } from '@opentelemetry/api'
import type { Part } from '../lifecycle/part.ts'
import type { Logger } from '../log/index.ts'
import { exportTargetInfo, resourceAttributes } from './resource.ts'
import { type SpanFactory, setSpanFactory } from './span.ts'

export interface TracingOptions {
  /** service.name unless the environment sets another: `typecase-content`. */
  readonly service: string
  /** OTLP/HTTP collector, `http://collector:4318`; no traces without it. */
  readonly endpoint: string | undefined
  readonly log: Logger
}

const traceparentPattern = /^00-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})$/
/** Time limit of one export, so that an unavailable collector does not delay a stop. */
const exportLimitMs = 5_000
/** Milliseconds between two log lines about a failing collector. */
const logEveryMs = 60_000

/**
 * Exports resource attributes and sends spans to a collector. Spans that it refuses are dropped; calls never
 * wait for it. The caller's traceparent decides whether a trace is sampled.
 */
export function tracing({ service, endpoint, log }: TracingOptions): Part {
  let shutdown: (() => Promise<void>) | undefined
  let removeTargetInfo = (): void => undefined
  return {
    name: 'traces',
    async start() {
      const attributes = await resourceAttributes(service)
      removeTargetInfo = exportTargetInfo(attributes)
      if (!endpoint) return
      const [api, sdk, { OTLPTraceExporter }, { resourceFromAttributes }] = await Promise.all([
        import('@opentelemetry/api'),
        import('@opentelemetry/sdk-trace'),
        import('@opentelemetry/exporter-trace-otlp-http'),
        import('@opentelemetry/resources'),
      ])
      logExportErrors(api, log)
      const exporter = new OTLPTraceExporter({
        url: `${endpoint.replace(/\/+$/, '')}/v1/traces`,
        timeoutMillis: exportLimitMs,
      })
      const provider = new sdk.TracerProvider({
        resource: resourceFromAttributes(attributes),
        sampler: new sdk.ParentBasedSampler({ root: new sdk.AlwaysOnSampler() }),
        spanProcessors: [
          new sdk.BatchSpanProcessor({
            exporter,
            scheduledDelayMillis: 2_000,
            exportTimeoutMillis: exportLimitMs,
          }),
        ],
      })
      setSpanFactory(spanFactoryOf(api, provider.getTracer('typecase')))
      shutdown = () => provider.shutdown()
    },
    async stop() {
      removeTargetInfo()
      setSpanFactory(undefined)
      await shutdown?.().catch((error: unknown) => log.debug({ error }, 'the last traces could not be sent'))
    },
  }
}

type Api = typeof import('@opentelemetry/api')

/** Logs OpenTelemetry errors, at most one per `logEveryMs`. Discards its other messages. */
function logExportErrors({ diag }: Api, log: Logger): void {
  let loggedAt = Number.NEGATIVE_INFINITY
  const quiet = () => undefined
  const complain = (message: string) => {
    if (performance.now() - loggedAt < logEveryMs) return
    loggedAt = performance.now()
    log.warn({ reason: message.slice(0, 300) }, 'traces could not be sent')
  }
  diag.setLogger(
    { error: complain, warn: quiet, info: quiet, debug: quiet, verbose: quiet },
    { suppressOverrideMessage: true },
  )
}

function spanFactoryOf({ ROOT_CONTEXT, SpanKind, SpanStatusCode, trace }: Api, tracer: Tracer): SpanFactory {
  return {
    tracer,
    kinds: {
      server: SpanKind.SERVER,
      client: SpanKind.CLIENT,
      producer: SpanKind.PRODUCER,
      consumer: SpanKind.CONSUMER,
      internal: SpanKind.INTERNAL,
    },
    errorStatus: SpanStatusCode.ERROR,
    contextOf(parent) {
      const [, traceId, spanId, flags] = traceparentPattern.exec(parent ?? '') ?? []
      if (!traceId || !spanId || !flags) return ROOT_CONTEXT
      return trace.setSpanContext(ROOT_CONTEXT, {
        traceId,
        spanId,
        traceFlags: Number.parseInt(flags, 16),
        isRemote: true,
      })
    },
  }
}
