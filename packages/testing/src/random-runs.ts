/**
 * Number of runs with random input: `short`, or `long` for `npm run fuzz` (RANDOM_RUNS=long). The short runs
 * are the first of the long ones.
 */
export const randomRuns = ({ short, long }: { readonly short: number; readonly long: number }): number =>
  process.env.RANDOM_RUNS === 'long' ? long : short
