import { type GrpcServer, serveGrpc } from '@typecase/runtime/grpc'
import type { Logger } from '@typecase/runtime/log'
import type { ThemesApp } from '../../core/app.ts'
import { marketplaceService } from './marketplace.ts'
import { menuService } from './menu.ts'
import { themeService } from './themes.ts'

/** What this process serves, beside health. */
export const themesServer = (app: ThemesApp, options: { readonly host: string; readonly port: number; readonly log: Logger }): GrpcServer =>
  serveGrpc({ name: 'themes', ...options, services: [themeService(app), marketplaceService(app), menuService(app)] })
