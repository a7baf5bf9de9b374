/** gRPC between services: typed, with deadlines, call context and one model of errors. */
export type { CallOptions } from './calls.ts'
export { type Client, grpcClient } from './client.ts'
export { isRefused, isUnimplemented } from './error-wire.ts'
export {
  type Handlers,
  type HandlersOf,
  type Implementation,
  implement,
  type ServerCall,
} from './implementation.ts'
export type { LocalServers } from './local.ts'
export { type GrpcServer, type GrpcServerOptions, serveGrpc } from './server.ts'
