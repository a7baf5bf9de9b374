import { type Actor, requireAdmin } from '@typecase/kernel'
import type { Ports } from '../ports.ts'

/** Ends the setup for ever: nobody is led to it any more, and nobody claims anything. Administrators only. @throws UNAUTHORIZED, FORBIDDEN */
export const finishSetup =
  ({ store, clock }: Pick<Ports, 'store' | 'clock'>) =>
  async (actor: Actor): Promise<void> => {
    requireAdmin(actor)
    await store.write((tx) => tx.finishSetup(clock()))
  }
