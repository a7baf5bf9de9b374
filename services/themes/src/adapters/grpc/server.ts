import { type GrpcServer, type GrpcServerOptions, serveGrpc } from '@typecase/runtime/grpc'
import type { ThemesApp } from '../../core/app.ts'
import { marketplaceService } from './marketplace.ts'
import { menuService } from './menu.ts'
import { themeService } from './themes.ts'

/** The gRPC server with all services of this process. */
export const themesServer = (
  app: ThemesApp,
  options: Pick<GrpcServerOptions, 'host' | 'port' | 'log' | 'guard' | 'local'>,
): GrpcServer =>
  serveGrpc({
    name: 'themes',
    ...options,
    services: [themeService(app), marketplaceService(app), menuService(app)],
  })
