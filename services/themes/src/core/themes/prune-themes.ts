import type { Ports } from '../ports.ts'

/** Milliseconds until replaced versions and unused contents are deleted. */
const keepMs = 24 * 60 * 60 * 1000

/**
 * Deletes versions that were replaced or removed more than a day ago, and unused contents. Returns the number
 * of deleted contents.
 */
export const pruneThemes =
  ({ themes, files, clock }: Pick<Ports, 'themes' | 'files' | 'clock'>) =>
  (): Promise<number> =>
    themes.prune(new Date(clock().getTime() - keepMs), (sha256) => files.delete(sha256))
