import type { Ports } from '../ports.ts'

/** Milliseconds for which replaced or removed versions stay readable and unused contents are kept. */
const keepMs = 24 * 60 * 60 * 1000

/**
 * Deletes versions replaced or removed a day ago, and unused contents. Returns the number of dropped
 * contents.
 */
export const pruneThemes =
  ({ themes, files, clock }: Pick<Ports, 'themes' | 'files' | 'clock'>) =>
  (): Promise<number> =>
    themes.prune(new Date(clock().getTime() - keepMs), (sha256) => files.delete(sha256))
