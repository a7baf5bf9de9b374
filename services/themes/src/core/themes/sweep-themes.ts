import type { Ports } from '../ports.ts'

/** How long a replaced or removed version can still be read, and contents may lie unused. */
const keepMilliseconds = 24 * 60 * 60 * 1000

/** Forgets what was replaced or removed a day ago, and contents that nothing uses. Answers how many contents were dropped. */
export const sweepThemes =
  ({ themes, files, clock }: Pick<Ports, 'themes' | 'files' | 'clock'>) =>
  (): Promise<number> =>
    themes.sweep(new Date(clock().getTime() - keepMilliseconds), (sha256) => files.delete(sha256))
