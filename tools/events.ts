/**
 * `npm run events`: generates proto/events from the event catalogue. `--check` only reports outdated files,
 * and changes that break consumers. `--release` stores the current schemas; later checks compare with them.
 */
import { commandLine } from '../deploy/standalone/src/command-line.ts'
import { findErrors, release, writeFiles } from '../packages/contracts/src/event-contract/files.ts'

const options = {
  check: { type: 'boolean', default: false },
  release: { type: 'boolean', default: false },
} as const
const usage = 'usage: npm run events [-- --check | --release]'
const values = commandLine({ options }, { usage, print: console.error })?.values
if (!values || (values.check && values.release)) process.exit(64)
if (!values.check) writeFiles()
if (values.release) release()
const errors = findErrors()
for (const error of errors) console.error(error)
if (errors.length > 0) {
  console.error(
    '\n`npm run events` updates proto/events. A change that breaks consumers needs a new version of the event instead.',
  )
  process.exitCode = 1
} else console.log('the event schemas are up to date and break no consumer')
