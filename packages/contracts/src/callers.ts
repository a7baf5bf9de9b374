/** The gRPC methods that each service may call, for itself or for a user. All other calls are denied. */

export const serviceNames = ['gateway', 'identity', 'content', 'media', 'themes', 'publisher'] as const
export type ServiceName = (typeof serviceNames)[number]

export interface Right {
  /** `reads`: only methods that change nothing. A list: only these methods. */
  readonly calls: 'all' | 'reads' | readonly string[]
  /** Methods that the caller may call on behalf of a user. With `calls: 'all'`, every method. */
  readonly forUsers?: readonly string[]
  /** True if this release added the pair: services then start even without a key for it. */
  readonly isNew?: boolean
}

/** By target service, then by caller. */
export const callers: Readonly<Record<ServiceName, Readonly<Partial<Record<ServiceName, Right>>>>> = {
  gateway: {},
  identity: { gateway: { calls: 'all' }, publisher: { calls: ['ListProfiles'], isNew: true } },
  content: {
    gateway: { calls: 'all' },
    // Media changes an image's description in content, and removes a deleted image, on behalf of the user.
    media: { calls: 'reads', forUsers: ['UpdatePost', 'UpdatePage', 'UpdateSettings'] },
    publisher: { calls: 'reads' },
  },
  media: { gateway: { calls: 'all' }, publisher: { calls: 'reads' } },
  themes: { gateway: { calls: 'all' }, publisher: { calls: 'reads' } },
  publisher: { gateway: { calls: 'all' } },
}

/** Methods whose names begin with one of these verbs change nothing. */
const reads = /^(Get|List|Read|Find|Stream)/

export interface ActorClaim {
  readonly kind: string
  readonly name?: string
}

/**
 * True if the call is permitted. `method` is the last part of the gRPC path. Unless `calls` is `all`, methods
 * of `forUsers` are permitted for users only, and other methods for the calling service itself only.
 */
export function mayCall(
  caller: ServiceName,
  target: ServiceName,
  method: string,
  actor: () => ActorClaim,
): boolean {
  const right = callers[target][caller]
  if (!right) return false
  if (right.calls === 'all') return true
  const { kind, name } = actor()
  if (right.forUsers?.includes(method)) return kind === 'user'
  const isAllowed = right.calls === 'reads' ? reads.test(method) : right.calls.includes(method)
  return isAllowed && kind === 'service' && name === caller
}

/** Every `[caller, target]` pair of the table. */
export const callingPairs: readonly (readonly [ServiceName, ServiceName])[] = serviceNames.flatMap((target) =>
  serviceNames.flatMap((caller) => (callers[target][caller] ? [[caller, target] as const] : [])),
)

/** True if services start even without a key for the pair. */
export const isOptionalPair = ([caller, target]: readonly [ServiceName, ServiceName]): boolean =>
  callers[target][caller]?.isNew ?? false
