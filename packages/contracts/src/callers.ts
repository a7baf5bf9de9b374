/** The gRPC methods that each service may call on another, and for whom. All other calls are denied. */

export const serviceNames = ['gateway', 'identity', 'content', 'media', 'themes', 'publisher'] as const
export type ServiceName = (typeof serviceNames)[number]

export interface Right {
  /** `reads`: only methods that change nothing. A list: only these methods. */
  readonly calls: 'all' | 'reads' | readonly string[]
  /** Methods that it may also call for a user. With `all`, every method may be called for a user. */
  readonly forUsers?: readonly string[]
  /** Added by this release: services start without the key of the pair. */
  readonly isNew?: boolean
}

/** By target service, then by caller. */
export const callers: Readonly<Record<ServiceName, Readonly<Partial<Record<ServiceName, Right>>>>> = {
  gateway: {},
  identity: { gateway: { calls: 'all' }, publisher: { calls: ['ListProfiles'], isNew: true } },
  content: {
    gateway: { calls: 'all' },
    // A changed image description, and the removal of a deleted image, on behalf of the user.
    media: { calls: 'reads', forUsers: ['UpdatePost', 'UpdatePage', 'UpdateSettings'] },
    publisher: { calls: 'reads' },
  },
  media: { gateway: { calls: 'all' }, publisher: { calls: 'reads' } },
  themes: { gateway: { calls: 'all' }, publisher: { calls: 'reads' } },
  publisher: { gateway: { calls: 'all' } },
}

/** Methods whose names start like this change nothing. */
const reads = /^(Get|List|Read|Find|Stream)/

export interface ActorClaim {
  readonly kind: string
  readonly name?: string
}

/** `method` is the last part of the gRPC path. Without `all`, a caller acts for users in `forUsers` only. */
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

/** `[caller, target]` pairs of the table. */
export const callingPairs: readonly (readonly [ServiceName, ServiceName])[] = serviceNames.flatMap((target) =>
  serviceNames.flatMap((caller) => (callers[target][caller] ? [[caller, target] as const] : [])),
)

/** Services start without the keys of these pairs. */
export const isOptionalPair = ([caller, target]: readonly [ServiceName, ServiceName]): boolean =>
  callers[target][caller]?.isNew ?? false
