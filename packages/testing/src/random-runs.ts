/**
 * Number of runs of a test with random input: `long` under `npm run fuzz`, which sets RANDOM_RUNS, otherwise
 * `short`. Both begin with the same seed, so the short runs are the first of the long runs.
 */
export const randomRuns = ({ short, long }: { readonly short: number; readonly long: number }): number =>
  process.env.RANDOM_RUNS === 'long' ? long : short
