import { HealthDef } from '@typecase/contracts/services'
import { AppError } from '@typecase/kernel'
import { type Implementation, implement } from './implementation.ts'

type Status = 'SERVING' | 'NOT_SERVING'

/** The standard health service for `names` and for '' (the whole process). Starts as not serving. */
export function healthService(names: readonly string[]): {
  implementation: Implementation
  serving(yes: boolean): void
} {
  const known = new Set(['', ...names])
  let status: Status = 'NOT_SERVING'
  let changed = Promise.withResolvers<void>()
  const implementation = implement(HealthDef, {
    check: async ({ service }) => {
      if (!known.has(service))
        throw new AppError('not_found', 'UNKNOWN_SERVICE', `no service ${service} here`)
      return { status }
    },
    watch: async function* ({ service }, { signal }) {
      if (!known.has(service)) {
        yield { status: 'SERVICE_UNKNOWN' as const }
        return
      }
      while (!signal.aborted) {
        yield { status }
        const gone = new Promise<void>((resolve) =>
          signal.addEventListener('abort', () => resolve(), { once: true }),
        )
        await Promise.race([changed.promise, gone])
        if (status === 'NOT_SERVING') {
          yield { status }
          return
        }
      }
    },
  })
  return {
    implementation,
    serving(yes) {
      status = yes ? 'SERVING' : 'NOT_SERVING'
      changed.resolve()
      changed = Promise.withResolvers<void>()
    },
  }
}
