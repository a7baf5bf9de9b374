/** `npm run backup`: see deploy/standalone/src/backup.ts. */
import { runBackup } from '../deploy/standalone/src/backup.ts'
import { reportFailedStart } from '../packages/runtime/src/lifecycle/index.ts'
import { createLogger } from '../packages/runtime/src/log/index.ts'

try {
  process.exitCode = await runBackup(process.argv.slice(2), process.env, (line) =>
    process.stdout.write(`${line}\n`),
  )
} catch (error) {
  reportFailedStart(error, createLogger('backup', 'warn'))
}
