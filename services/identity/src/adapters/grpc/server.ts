import { type GrpcServer, serveGrpc } from '@typecase/runtime/grpc'
import type { Logger } from '@typecase/runtime/log'
import type { IdentityApp } from '../../core/app.ts'
import { sessionService } from './sessions.ts'
import { userService } from './users.ts'

/** What this process serves. */
export const identityServer = (app: IdentityApp, options: { host: string; port: number; log: Logger }): GrpcServer =>
  serveGrpc({ name: 'identity', services: [sessionService(app), userService(app)], ...options })
