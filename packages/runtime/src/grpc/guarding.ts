/** Checks the headers of each call. Refuses an unauthorized call before reading its messages. */
import { ServerInterceptingCall, type ServerInterceptor, status } from '@grpc/grpc-js'
import type { CallGuard } from '../service-keys/index.ts'
import { claimOf } from './metadata.ts'

/** Calls of the health service are never refused, because probes have no key. */
const health = '/grpc.health.v1.Health/'

export const guarding =
  (guard: CallGuard): ServerInterceptor =>
  ({ path }, call) =>
    path.startsWith(health)
      ? new ServerInterceptingCall(call)
      : new ServerInterceptingCall(call, {
          start: (next) => {
            next({
              onReceiveMetadata: (metadata, pass) => {
                const { signature, actor } = claimOf(metadata)
                const refusal = guard(path, signature, actor)
                if (refusal) call.sendStatus({ code: status[refusal.code], details: refusal.why })
                else pass(metadata)
              },
            })
          },
        })
