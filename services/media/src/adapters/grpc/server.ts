import { type GrpcServer, serveGrpc } from '@typecase/runtime/grpc'
import type { Logger } from '@typecase/runtime/log'
import type { MediaApp } from '../../core/app.ts'
import { fileService } from './files.ts'
import { referenceService } from './references.ts'

export const mediaServer = (app: MediaApp, options: { readonly host: string; readonly port: number; readonly log: Logger }): GrpcServer =>
  serveGrpc({ name: 'media', ...options, services: [fileService(app), referenceService(app)] })
