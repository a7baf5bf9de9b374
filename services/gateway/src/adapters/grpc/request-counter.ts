import { fromTimestamp } from '@typecase/contracts/time'
import { isUnimplemented } from '@typecase/runtime/grpc'
import type { IdentityApi } from '../../core/ports.ts'
import type { RequestCounter } from '../../core/share-budgets.ts'

/**
 * Sends request counts to the identity service, which sums those of all gateways. If identity is too old for
 * this call, each gateway has its own budgets.
 */
export const requestCounter =
  (identity: Pick<IdentityApi, 'addRequests'>): RequestCounter =>
  async (counts) => {
    try {
      const { windows } = await identity.addRequests({ counts: counts.map((each) => ({ ...each })) })
      return windows.map(({ caller, used, endsAt }) => ({ caller, used, endsAt: fromTimestamp(endsAt) }))
    } catch (error) {
      if (isUnimplemented(error)) return undefined
      throw error
    }
  }
