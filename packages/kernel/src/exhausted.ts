/** Resources of the operator that ran out: what to look at, by the code of a file system, of PostgreSQL or of S3. */
const reasons: Readonly<Record<string, string>> = {
  ENOSPC: 'the disk is full',
  EDQUOT: 'the disk quota is used up',
  EROFS: 'the file system is read-only',
  EFBIG: 'a file would become larger than the system allows',
  EIO: 'the disk can not be read or written',
  EMFILE: 'this process has too many files open',
  ENFILE: 'this machine has too many files open',
  '25006': 'the database is read-only',
  '53000': 'the database lacks a resource',
  '53100': 'the disk of the database is full',
  '53200': 'the database is out of memory',
  '53300': 'the database has no connection left',
  '53400': 'the database has reached a limit of its settings',
  '58000': 'the database has an error of its operating system',
  '58030': 'the database can not read or write its disk',
  InsufficientStorage: 'the file storage is full',
  QuotaExceeded: 'the quota of the file storage is used up',
  XMinioStorageFull: 'the disk of the file storage is full',
}

export interface Exhausted {
  readonly code: string
  /** For operators, without a full stop: `the disk is full`. */
  readonly reason: string
}

/** Causes that are looked at: an error can be its own cause. */
const deepest = 8

/** The resource that the error, or one of its causes, says has run out; undefined for every other error. */
export function exhausted(error: unknown): Exhausted | undefined {
  let at = error
  for (let depth = 0; at instanceof Error && depth < deepest; depth++) {
    const { code } = at as { code?: unknown }
    if (typeof code === 'string' && Object.hasOwn(reasons, code)) return { code, reason: reasons[code] ?? '' }
    at = at.cause
  }
  return undefined
}
