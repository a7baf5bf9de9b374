import { type Actor, invalid, requireAdmin } from '@typecase/kernel'
import { adminsOnly } from '../errors.ts'
import type { PublisherPorts } from '../ports.ts'

/** Maximum seconds, in case a client never releases its hold. */
const longestHold = 600

/**
 * Delays automatic generations by `seconds`; undefined ends the delay. Changes made during the delay are
 * published after it (contract.md#holding-automatic-generations).
 * @throws UNAUTHORIZED, FORBIDDEN or VALIDATION_ERROR
 */
export const holdAutomatic =
  ({ ledger, clock, wake }: Pick<PublisherPorts, 'ledger' | 'clock' | 'wake'>) =>
  async (actor: Actor, seconds: number | undefined): Promise<Date | undefined> => {
    requireAdmin(actor, adminsOnly)
    if (seconds !== undefined && !(Number.isInteger(seconds) && seconds > 0 && seconds <= longestHold))
      throw invalid([{ path: 'seconds', message: `seconds must be a whole number from 1 to ${longestHold}` }])
    const until = seconds === undefined ? undefined : new Date(clock().getTime() + seconds * 1000)
    await ledger.hold(until)
    wake()
    return until
  }
