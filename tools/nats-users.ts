/**
 * `npm run nats-users`: the NATS users of an installation and their permissions, for `include` in a server's configuration.
 *
 *     PREFIX            as NATS_PREFIX
 *     PREFIX DOMAIN     and as NATS_JETSTREAM_DOMAIN
 */
import { natsSettings } from '../packages/messaging/src/nats/index.ts'
import { usersInclude, usersOf } from '../packages/messaging/src/nats-users/index.ts'

const [prefix = '', domain, ...rest] = process.argv.slice(2)
const { success } = natsSettings.NATS_PREFIX.safeParse(prefix)
if (success && rest.length === 0) console.log(usersInclude(usersOf({ prefix, domain })))
else {
  console.error(
    'usage: npm run nats-users -- PREFIX [DOMAIN] (a prefix has lower-case letters, digits and hyphens)',
  )
  process.exitCode = 1
}
