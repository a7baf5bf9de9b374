/**
 * `npm run events`: writes proto/events from the catalogue. `--check` only reports what is outdated or would
 * break consumers; `--release` stores the current schemas as the baseline for later ones.
 */
import { findFaults, release, writeFiles } from '../packages/contracts/src/event-contract/files.ts'

const [option] = process.argv.slice(2)
if (option !== undefined && option !== '--check' && option !== '--release') {
  console.error('usage: npm run events [-- --check | --release]')
  process.exit(64)
}
if (option !== '--check') writeFiles()
if (option === '--release') release()
const errors = findFaults()
for (const error of errors) console.error(error)
if (errors.length > 0) {
  console.error(
    '\n`npm run events` updates proto/events. A change that breaks consumers needs a new version of the event instead.',
  )
  process.exitCode = 1
} else console.log('the event schemas are up to date and break no consumer')
