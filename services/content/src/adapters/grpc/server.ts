import {
  type GrpcServer,
  type GrpcServerOptions,
  type Implementation,
  serveGrpc,
} from '@typecase/runtime/grpc'
import type { ContentApp } from '../../core/app.ts'
import { pageHandlers } from './pages.ts'
import { postHandlers } from './posts.ts'
import { revisionHandlers } from './revisions.ts'
import { settingsHandlers } from './settings.ts'
import { snapshotHandlers } from './snapshot.ts'
import { transferHandlers } from './transfer.ts'

export interface ContentServerOptions
  extends Pick<GrpcServerOptions, 'host' | 'port' | 'log' | 'guard' | 'local'> {
  /** gRPC services to serve besides the content API. */
  readonly more?: readonly Implementation[]
}

export const contentServer = (app: ContentApp, { more = [], ...options }: ContentServerOptions): GrpcServer =>
  serveGrpc({
    ...options,
    name: 'content',
    services: [
      postHandlers(app),
      pageHandlers(app),
      revisionHandlers(app),
      settingsHandlers(app),
      snapshotHandlers(app),
      transferHandlers(app),
      ...more,
    ],
  })
