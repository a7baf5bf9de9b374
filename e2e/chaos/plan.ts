/** Plans which processes are disrupted, how and when. The same seed gives the same plan. */
import type { Random } from './random.ts'

export const targets = [
  'gateway',
  'identity',
  'content',
  'media',
  'themes',
  'publisher',
  'nats',
  'postgres',
] as const
export type Target = (typeof targets)[number]

export type Disruption = Action & {
  /** Milliseconds to wait before the disruption. */
  readonly pauseMs: number
  /**
   * True if the disruption may overlap with the previous one. Otherwise it starts when all processes run
   * again and writes have succeeded.
   */
  readonly mayOverlap: boolean
}

type Action =
  /** SIGKILL; the supervisor restarts the process. */
  | { readonly kind: 'kill'; readonly target: Target }
  /** SIGSTOP, then SIGCONT after `forMs`. Connections stay open, but the process does not respond. */
  | { readonly kind: 'freeze'; readonly target: Target; readonly forMs: number }
  /** SIGKILL, then a restart after `forMs`. */
  | { readonly kind: 'outage'; readonly target: Target; readonly forMs: number }
  /** SIGKILL and deletion of all data. */
  | { readonly kind: 'wipe'; readonly target: 'nats' }

export interface PlanOptions {
  readonly rounds: number
  readonly targets: readonly Target[]
  /** Minimum and maximum milliseconds between two disruptions. */
  readonly pauseMs: readonly [number, number]
}

/**
 * Each round kills every target once, in random order. A target may also be frozen, and NATS or PostgreSQL
 * may stay down for a while. In rounds 1, 4, 7 and so on, NATS also loses its storage.
 */
export function planOf(random: Random, options: PlanOptions): Disruption[] {
  const disruption = (action: Action): Disruption => ({
    ...action,
    pauseMs: random.between(...options.pauseMs),
    mayOverlap: random.next() < 0.25,
  })
  return Array.from({ length: options.rounds }, (_, round) =>
    random.shuffled(options.targets).flatMap((target): Disruption[] => {
      const isOutage = (target === 'nats' || target === 'postgres') && random.next() < 0.3
      const down: Action =
        target === 'nats' && round % 3 === 0
          ? { kind: 'wipe', target }
          : isOutage
            ? { kind: 'outage', target, forMs: random.between(1_000, 4_000) }
            : { kind: 'kill', target }
      if (random.next() >= 0.2) return [disruption(down)]
      return [disruption(down), disruption({ kind: 'freeze', target, forMs: random.between(300, 3_000) })]
    }),
  ).flat()
}
