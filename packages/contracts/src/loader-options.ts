import type { Options } from '@grpc/proto-loader'

/**
 * Options of the generated types and of the runtime loader. `oneofs` is off: it would add an extra field for
 * every `optional` field.
 */
export const loaderOptions = {
  defaults: true,
  longs: Number,
  enums: String,
  oneofs: false,
} as const satisfies Options
