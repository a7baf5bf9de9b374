/** Exhausted resources of the host, by error code of the file system, PostgreSQL or S3. */
const reasons: Readonly<Record<string, string>> = {
  ENOSPC: 'the disk is full',
  EDQUOT: 'the disk quota is used up',
  EROFS: 'the file system is read-only',
  EFBIG: 'a file would become larger than the system allows',
  EIO: 'the disk cannot be read or written',
  EMFILE: 'this process has too many files open',
  ENFILE: 'this machine has too many files open',
  '25006': 'the database is read-only',
  '53000': 'the database lacks a resource',
  '53100': 'the disk of the database is full',
  '53200': 'the database is out of memory',
  '53300': 'the database has no free connection',
  '53400': 'the database has reached a configured limit',
  '58000': 'the operating system of the database reported an error',
  '58030': 'the database cannot read or write its disk',
  InsufficientStorage: 'the file storage is full',
  QuotaExceeded: 'the quota of the file storage is used up',
  XMinioStorageFull: 'the disk of the file storage is full',
}

export interface Exhausted {
  readonly code: string
  /** For operators, without a full stop: `the disk is full`. */
  readonly reason: string
}

/** Maximum depth of causes, because an error can be its own cause. */
const maxDepth = 8

/** The exhausted resource that an error or one of its causes reports; undefined for other errors. */
export function exhausted(error: unknown): Exhausted | undefined {
  let at = error
  for (let depth = 0; at instanceof Error && depth < maxDepth; depth++) {
    const { code } = at as { code?: unknown }
    if (typeof code === 'string' && Object.hasOwn(reasons, code)) return { code, reason: reasons[code] ?? '' }
    at = at.cause
  }
  return undefined
}
