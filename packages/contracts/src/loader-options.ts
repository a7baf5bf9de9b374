import type { Options } from '@grpc/proto-loader'

/**
 * Options of the generated types and of the runtime loader. `oneofs` is off, because it adds a field for
 * every `optional`.
 */
export const loaderOptions = {
  defaults: true,
  longs: Number,
  enums: String,
  oneofs: false,
} as const satisfies Options
