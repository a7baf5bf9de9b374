import type { Running } from './choose.ts'

export interface S3Access {
  readonly endpoint: string
  readonly accessKey: string
  readonly secretKey: string
  readonly region: string
}

export interface S3Server extends Running, S3Access {}

export interface S3Options {
  /** Storage folder, used by this server only. */
  readonly dir: string
  /** Ceph only: `memstore` loses its data at a stop; `bluestore` persists data and starts slower. */
  readonly kind: 'memstore' | 'bluestore'
  /** Default: any free port. */
  readonly port?: number
  readonly log?: (line: string) => void
  /** Called with the origin of the server, and before a download. */
  readonly print?: (line: string) => void
}

/** Keys of every S3 server that this package starts. */
export const localKeys = { accessKey: 'typecase', secretKey: 'typecase-local-secret' } as const
