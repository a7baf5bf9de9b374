import { type Actor, requireAdmin } from '@typecase/kernel'
import type { Ports } from '../ports.ts'

/**
 * Ends the setup permanently: afterwards, the first administrator cannot be claimed. Administrators only.
 * @throws UNAUTHORIZED or FORBIDDEN
 */
export const finishSetup =
  ({ store, clock }: Pick<Ports, 'store' | 'clock'>) =>
  async (actor: Actor): Promise<void> => {
    requireAdmin(actor)
    await store.write((tx) => tx.finishSetup(clock()))
  }
