import { type GrpcServer, type GrpcServerOptions, serveGrpc } from '@typecase/runtime/grpc'
import type { IdentityApp } from '../../core/app.ts'
import { requestCountService } from './request-counts.ts'
import { sessionService } from './sessions.ts'
import { setupService } from './setup.ts'
import { profileService, userService } from './users.ts'

export const identityServer = (
  app: IdentityApp,
  options: Pick<GrpcServerOptions, 'host' | 'port' | 'log' | 'guard' | 'local'>,
): GrpcServer =>
  serveGrpc({
    name: 'identity',
    services: [
      sessionService(app),
      userService(app),
      profileService(app),
      setupService(app),
      requestCountService(app),
    ],
    ...options,
  })
