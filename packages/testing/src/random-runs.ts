/**
 * Number of runs of a test with random input: `short`, unless RANDOM_RUNS is `long`, which `npm run fuzz`
 * sets. Both start with the same seed, so that the short runs are the first of the long ones.
 */
export const randomRuns = ({ short, long }: { readonly short: number; readonly long: number }): number =>
  process.env.RANDOM_RUNS === 'long' ? long : short
