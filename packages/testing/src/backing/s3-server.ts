import type { Running } from './choose.ts'

/** What a client of the server needs to know. */
export interface S3Access {
  readonly endpoint: string
  readonly accessKey: string
  readonly secretKey: string
  readonly region: string
}

export interface S3Server extends Running, S3Access {}

export interface S3Options {
  /** Where objects are kept; all of it is this server's. */
  readonly dir: string
  /** Ceph only: `memstore` forgets everything at the end, `bluestore` keeps it and takes longer to start. */
  readonly kind: 'memstore' | 'bluestore'
  /** Default: any free one. */
  readonly port?: number
  readonly log?: (line: string) => void
  /** Told once where the server comes from. */
  readonly say?: (line: string) => void
}

/** The keys of every server started here; it listens on 127.0.0.1 only. */
export const localKeys = { accessKey: 'typecase', secretKey: 'typecase-local-secret' } as const
