/** `npm run check`: types, lint, boundaries, files, words and event schemas, without the tests. */
import { runChecks } from './steps.ts'

const results = await runChecks()
const failed = results.filter((result) => !result.ok)
console.log(`\n${results.length - failed.length} checks passed, ${failed.length} failed`)
if (failed.length > 0) process.exitCode = 1
