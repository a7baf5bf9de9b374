/**
 * `npm run nats-users -- PREFIX [DOMAIN]`: prints the NATS users and permissions of the installation whose
 * NATS_PREFIX is PREFIX and whose NATS_JETSTREAM_DOMAIN is DOMAIN. Include them in the server's
 * configuration.
 */
import { natsSettings } from '../packages/messaging/src/nats/index.ts'
import { usersInclude, usersOf } from '../packages/messaging/src/nats-users/index.ts'

const [prefix = '', domain, ...rest] = process.argv.slice(2)
const { success } = natsSettings.NATS_PREFIX.safeParse(prefix)
if (success && rest.length === 0) console.log(usersInclude(usersOf({ prefix, domain })))
else {
  console.error(
    'usage: npm run nats-users -- PREFIX [DOMAIN] (PREFIX: lowercase letters, digits and hyphens)',
  )
  process.exitCode = 1
}
