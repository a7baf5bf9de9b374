import { type GrpcServer, type GrpcServerOptions, serveGrpc } from '@typecase/runtime/grpc'
import type { MediaApp } from '../../core/app.ts'
import { fileService } from './files.ts'
import { referenceService } from './references.ts'

export const mediaServer = (
  app: MediaApp,
  options: Pick<GrpcServerOptions, 'host' | 'port' | 'log' | 'guard' | 'local'>,
): GrpcServer => serveGrpc({ name: 'media', ...options, services: [fileService(app), referenceService(app)] })
