import { isUsername } from '@typecase/kernel'
import type { Ports } from '../ports.ts'
import { nameKey } from './name-key.ts'

type Needed = Pick<Ports, 'store' | 'secrets'>

export interface Claim {
  readonly username: string
  /** The device id of an earlier login, if the client has one. */
  readonly deviceId?: string | undefined
}

/**
 * Key of the lockout counter of a login. Each known device has its own; all other clients share the counter
 * of the name (contract.md#login-lockout).
 */
export async function counterFor(ports: Needed, { username, deviceId }: Claim) {
  const name = nameKey(username)
  const device = await knownDevice(ports, name, deviceId)
  return { name, device, counter: ports.secrets.digest(device ? `device:${device}:${name}` : `name:${name}`) }
}

/** Digest of the device if a user with that name has logged in with it. */
async function knownDevice(
  { store, secrets }: Needed,
  name: string,
  deviceId: string | undefined,
): Promise<string | undefined> {
  if (!deviceId || !isUsername(name)) return undefined
  const device = secrets.digest(deviceId)
  return (await store.read.knowsDevice(device, name)) ? device : undefined
}
