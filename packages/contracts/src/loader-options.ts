import type { Options } from '@grpc/proto-loader'

/**
 * Options of the generated types and of the runtime loader. An unset `optional` is absent, a repeated field
 * is always an array, enums are their names, 64-bit integers are numbers. No `oneofs`: they add extra fields
 * for `optional`.
 */
export const loaderOptions = {
  defaults: true,
  longs: Number,
  enums: String,
  oneofs: false,
} as const satisfies Options
