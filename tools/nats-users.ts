/**
 * `npm run nats-users -- PREFIX [DOMAIN]`: prints NATS users and permissions of an installation with that
 * NATS_PREFIX and NATS_JETSTREAM_DOMAIN.
 */
import { natsSettings } from '../packages/messaging/src/nats/index.ts'
import { usersInclude, usersOf } from '../packages/messaging/src/nats-users/index.ts'

const [prefix = '', domain, ...rest] = process.argv.slice(2)
const { success } = natsSettings.NATS_PREFIX.safeParse(prefix)
if (success && rest.length === 0) console.log(usersInclude(usersOf({ prefix, domain })))
else {
  console.error(
    'usage: npm run nats-users -- PREFIX [DOMAIN] (a prefix has lowercase letters, digits and hyphens)',
  )
  process.exitCode = 1
}
