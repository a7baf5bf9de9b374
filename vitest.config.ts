import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'
import { LongestFirst } from './tools/longest-first.ts'

const setup = ['packages/testing/src/setup.ts']
/** Tests that need their own worker: they replace a module, or list the child processes of the worker. */
const isolated = [
  'packages/sandbox/src/write-all.test.ts',
  'services/media/src/adapters/images/process-rights.test.ts',
  'services/publisher/src/adapters/handlebars/renderer-loss.test.ts',
]
const slow = { testTimeout: 30_000, hookTimeout: 60_000 }

export default defineConfig({
  test: {
    pool: 'forks',
    // Many tests wait for servers, so one worker more than cores keeps the cores busy.
    maxWorkers: Math.min(availableParallelism() + 1, 6),
    sequence: { sequencer: LongestFirst },
    globalSetup: setup,
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: [
            'packages/*/src/**/*.test.ts',
            'services/*/src/**/*.test.ts',
            'apps/*/src/**/*.test.ts',
            'deploy/*/src/**/*.test.ts',
            'tools/**/*.test.ts',
          ],
          exclude: ['**/node_modules/**', ...isolated],
          testTimeout: 30_000,
          // Files share the modules of a worker: evaluating them again for each file takes 40 % of the time.
          isolate: false,
        },
      },
      { extends: true, test: { name: 'isolated unit', include: isolated, testTimeout: 30_000 } },
      {
        extends: true,
        test: { name: 'contract', include: ['{packages,services}/*/test/contracts/**/*.test.ts'], ...slow },
      },
      {
        extends: true,
        test: {
          name: 'component',
          include: ['{packages,services}/*/test/**/*.test.ts', 'deploy/*/test/**/*.test.ts'],
          exclude: ['**/test/contracts/**', '**/node_modules/**'],
          ...slow,
        },
      },
      {
        extends: true,
        test: {
          name: 'e2e',
          include: ['e2e/**/*.test.ts'],
          exclude: ['**/node_modules/**'],
          globalSetup: ['e2e/setup.ts'],
          // The browser waits up to 100 s for each step, and on a busy machine a test has several slow steps.
          testTimeout: 240_000,
          hookTimeout: 180_000,
        },
      },
    ],
  },
})
