import type { CallContext } from '../context/index.ts'
import { beginSpan, type OpenSpan } from '../tracing/index.ts'
import { fromMetadata } from './metadata.ts'

interface AnyCall {
  metadata: Parameters<typeof fromMetadata>[0]
  getDeadline(): Date | number
  getPath(): string
  on(event: 'cancelled', listener: () => void): unknown
}

/**
 * Context of a handler. Call `served` when the handler has replied: gRPC also emits `cancelled` for calls
 * that succeeded.
 * The signal is created on first use, because most handlers do not need it.
 */
export function contextOf(call: AnyCall): {
  context: CallContext
  span: OpenSpan | undefined
  served(): void
} {
  let gone: AbortController | undefined
  let isServed = false
  let isGone = false
  call.on('cancelled', () => {
    if (isServed) return
    isGone = true
    gone?.abort()
  })
  const deadline = call.getDeadline()
  const at = deadline instanceof Date ? deadline : Number.isFinite(deadline) ? new Date(deadline) : undefined
  const { requestId, traceparent, actor } = fromMetadata(call.metadata)
  const span = beginSpan(call.getPath().slice(1), 'server', traceparent, { 'rpc.system': 'grpc' })
  return {
    span,
    context: {
      requestId,
      traceparent: span?.traceparent ?? traceparent,
      actor,
      deadline: at,
      get signal() {
        if (!gone) {
          gone = new AbortController()
          if (isGone) gone.abort()
        }
        return gone.signal
      },
    },
    served: () => {
      isServed = true
    },
  }
}
