/** `npm run dead-letters`: see deploy/standalone/src/dead-letters.ts. */
import { runDeadLetters } from '../deploy/standalone/src/dead-letters.ts'
import { reportFailedStart } from '../packages/runtime/src/lifecycle/index.ts'
import { createLogger } from '../packages/runtime/src/log/index.ts'

try {
  process.exitCode = await runDeadLetters(process.argv.slice(2), process.env, (line) =>
    process.stdout.write(`${line}\n`),
  )
} catch (error) {
  reportFailedStart(error, createLogger('dead-letters', 'warn'))
}
