/**
 * `npm run events`: writes proto/events from the catalogue. `--check` only says what is not up to date or would break
 * readers; `--release` makes the present schemas those that later ones are held against.
 */
import { findFaults, release, writeFiles } from '../packages/contracts/src/event-contract/files.ts'

const [option] = process.argv.slice(2)
if (option !== undefined && option !== '--check' && option !== '--release') {
  console.error('usage: npm run events [-- --check | --release]')
  process.exit(64)
}
if (option !== '--check') writeFiles()
if (option === '--release') release()
const faults = findFaults()
for (const fault of faults) console.error(fault)
if (faults.length > 0) {
  console.error(
    '\n`npm run events` brings proto/events up to date. What breaks readers needs a new version of the event instead.',
  )
  process.exitCode = 1
} else console.log('the events are as they are described, and break no reader')
