import type { Options } from '@grpc/proto-loader'

/**
 * The one set of options for types and run time. An unset `optional` is absent, a repeated field is always an array,
 * enums are their names, 64-bit integers are numbers. No `oneofs`: they would add ghost fields for `optional`.
 */
export const loaderOptions = {
  defaults: true,
  longs: Number,
  enums: String,
  oneofs: false,
} as const satisfies Options
