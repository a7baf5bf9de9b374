/**
 * `npm test [-- PATTERN...]`: runs the checks, then all tests. With patterns, runs only the matching test
 * files and no checks. The last line is `N passed, N failed`; each check counts as one.
 */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { programOf, runChecks, runSteps } from './steps.ts'

const patterns = process.argv.slice(2)
const folder = mkdtempSync(join(tmpdir(), 'typecase-report-'))
const report = join(folder, 'vitest.json')
try {
  const checked = patterns.length > 0 ? [] : await runChecks()
  const tested = await runSteps([testsStep()])
  const results = [...checked, ...tested]
  const tests = countTests(tested[0]?.ok ?? false)
  const passed = tests.passed + checked.filter((result) => result.ok).length
  const failed = tests.failed + checked.filter((result) => !result.ok).length
  console.log(`\n${results.map(({ name, seconds }) => `${name} ${seconds.toFixed(1)} s`).join(', ')}`)
  if (tests.skipped > 0) console.log(`${tests.skipped} tests were skipped; their titles name the reason`)
  console.log(`${passed} passed, ${failed} failed`)
  if (failed > 0) process.exitCode = 1
} finally {
  rmSync(folder, { recursive: true, force: true })
}

function testsStep() {
  const vitest = programOf('vitest', 'vitest')
  return {
    name: 'tests',
    args: [
      vitest,
      'run',
      '--reporter=default',
      '--reporter=json',
      `--outputFile.json=${report}`,
      ...patterns,
    ],
  }
}

/**
 * Counts the results. A run that failed without a failed test counts as one failure: a file could not be
 * loaded, an error was not handled, or there were no tests. With REQUIRE_INFRA, skipped tests are failures.
 */
function countTests(ok: boolean): { passed: number; failed: number; skipped: number } {
  const counts = { passed: 0, failed: 0, skipped: 0 }
  try {
    const { numPassedTests, numFailedTests, numPendingTests, numTodoTests } = JSON.parse(
      readFileSync(report, 'utf8'),
    ) as Record<string, number>
    counts.passed = numPassedTests ?? 0
    counts.failed = numFailedTests ?? 0
    counts.skipped = (numPendingTests ?? 0) + (numTodoTests ?? 0)
  } catch (error) {
    console.error(`the tests wrote no report: ${String(error)}`)
  }
  const silent = (!ok || counts.passed === 0) && counts.failed === 0
  const forbidden = process.env.REQUIRE_INFRA ? counts.skipped : 0
  return { ...counts, failed: counts.failed + (silent ? 1 : 0) + forbidden }
}
