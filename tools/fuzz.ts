/**
 * `npm run fuzz`: runs the tests of `npm test` that use random input, with more runs. The environment can set
 * other numbers of runs.
 */
import { spawnSync } from 'node:child_process'
import { programOf, root } from './steps.ts'

const long = { FUZZ_COUNT: '20000', RACE_ROUNDS: '30', RANDOM_RUNS: 'long' }
const files = [
  'e2e/fuzz.test.ts',
  'e2e/races.test.ts',
  'services/media/src/adapters/markup/parts-with-images.test.ts',
  'services/publisher/src/adapters/markup/markdown-parser.test.ts',
  'services/publisher/src/adapters/markup/safe-body.test.ts',
  'services/publisher/test/incremental.test.ts',
  'services/publisher/test/moved-addresses.test.ts',
]
const args = [programOf('vitest', 'vitest'), 'run', ...files]
const { status } = spawnSync(process.execPath, args, {
  cwd: root,
  env: { ...long, ...process.env },
  stdio: 'inherit',
})
process.exitCode = status ?? 1
