import { reportFailedStart, runService } from '@typecase/runtime/lifecycle'
import { createLogger } from '@typecase/runtime/log'
import { composeIdentity } from './compose.ts'
import { identityConfig } from './config.ts'

try {
  const config = identityConfig(process.env)
  const log = createLogger('identity', config.LOG_LEVEL)
  const identity = composeIdentity(config, { log })
  await runService(identity, log, process.argv.slice(2))
  const admin = identity.bootstrap()
  if (admin?.password)
    process.stdout.write(
      `First administrator: ${admin.username}, password ${admin.password} (shown only this once)\n`,
    )
} catch (error) {
  reportFailedStart(error, createLogger('identity'))
}
