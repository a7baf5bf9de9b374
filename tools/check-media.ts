/** `npm run check-media`: see deploy/standalone/src/check-media.ts. */
import { runCheckMedia } from '../deploy/standalone/src/check-media.ts'
import { reportFailedStart } from '../packages/runtime/src/lifecycle/index.ts'
import { createLogger } from '../packages/runtime/src/log/index.ts'

try {
  process.exitCode = await runCheckMedia(process.argv.slice(2), process.env, (line) =>
    process.stdout.write(`${line}\n`),
  )
} catch (error) {
  reportFailedStart(error, createLogger('check-media', 'warn'))
}
