import { type Actor, requireUser } from '@typecase/kernel'
import type { PublisherPorts } from '../ports.ts'
import { type EntryKey, entryName } from '../site/content-model.ts'

export interface EntryAddresses {
  /** Undefined before the first build with the entry. */
  readonly current: string | undefined
  readonly former: readonly string[]
}

/**
 * The address of a post or page in the last build, and the addresses that redirect to it.
 * @throws UNAUTHORIZED or FORBIDDEN
 */
export const listAddresses =
  ({ addresses }: Pick<PublisherPorts, 'addresses'>) =>
  async (actor: Actor, key: EntryKey): Promise<EntryAddresses> => {
    requireUser(actor)
    const { current, former } = await addresses.known()
    const name = entryName(key)
    const paths = [...former].flatMap(([path, entry]) => (entry === name ? [path] : []))
    return { current: current.get(name), former: paths.sort() }
  }
