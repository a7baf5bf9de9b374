/** Which service calls which, what it may ask there, and for whom. Nobody else is answered. */

export const serviceNames = ['gateway', 'identity', 'content', 'media', 'themes', 'publisher'] as const
export type ServiceName = (typeof serviceNames)[number]

export interface Right {
  /** `all`, or only what changes nothing. */
  readonly calls: 'all' | 'reads'
  /** Methods that it may call in the name of a user. Whoever may call all speaks for users everywhere. */
  readonly forUsers?: readonly string[]
}

/** By the service that is called, then by its caller. */
export const callers: Readonly<Record<ServiceName, Readonly<Partial<Record<ServiceName, Right>>>>> = {
  gateway: {},
  identity: { gateway: { calls: 'all' } },
  content: {
    gateway: { calls: 'all' },
    // New descriptions of a picture are written into posts and pages in the name of the one who described it.
    media: { calls: 'reads', forUsers: ['UpdatePost', 'UpdatePage'] },
    publisher: { calls: 'reads' },
  },
  media: { gateway: { calls: 'all' }, publisher: { calls: 'reads' } },
  themes: { gateway: { calls: 'all' }, publisher: { calls: 'reads' } },
  publisher: { gateway: { calls: 'all' } },
}

/** Methods with these names change nothing. */
const reads = /^(Get|List|Read|Find|Stream)/

export interface Spoken {
  readonly kind: string
  readonly name?: string
}

/**
 * Whether `caller` may call that method of `target` for that actor; `method` is the last part of its path. One that may
 * only read speaks for nobody but itself, except where it is granted.
 */
export function mayCall(
  caller: ServiceName,
  target: ServiceName,
  method: string,
  actor: () => Spoken,
): boolean {
  const right = callers[target][caller]
  if (!right) return false
  if (right.calls === 'all') return true
  const { kind, name } = actor()
  if (right.forUsers?.includes(method)) return kind === 'user'
  return reads.test(method) && kind === 'service' && name === caller
}

/** The pairs of the table, each `[caller, target]`. */
export const callingPairs: readonly (readonly [ServiceName, ServiceName])[] = serviceNames.flatMap((target) =>
  serviceNames.flatMap((caller) => (callers[target][caller] ? [[caller, target] as const] : [])),
)
