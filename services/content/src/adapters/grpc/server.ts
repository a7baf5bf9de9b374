import { type GrpcServer, type Implementation, serveGrpc } from '@typecase/runtime/grpc'
import type { Logger } from '@typecase/runtime/log'
import type { ContentApp } from '../../core/app.ts'
import { pageHandlers } from './pages.ts'
import { postHandlers } from './posts.ts'
import { revisionHandlers } from './revisions.ts'
import { settingsHandlers } from './settings.ts'
import { snapshotHandlers } from './snapshot.ts'

export interface ContentServerOptions {
  readonly host: string
  readonly port: number
  readonly log: Logger
  /** Served beside what the core can do. */
  readonly more?: readonly Implementation[]
}

/** What this process serves to the other services, with health. */
export const contentServer = (app: ContentApp, { host, port, log, more = [] }: ContentServerOptions): GrpcServer =>
  serveGrpc({
    name: 'content',
    log,
    host,
    port,
    services: [postHandlers(app), pageHandlers(app), revisionHandlers(app), settingsHandlers(app), snapshotHandlers(app), ...more],
  })
