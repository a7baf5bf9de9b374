/** What is done to which process and when: wholly decided by the seed. */
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

export type Blow = Strike & {
  /** Milliseconds before it. */
  readonly pauseMs: number
  /** Whether it comes although the one before may still be felt. Else everything is up and has been written to. */
  readonly isSoon: boolean
}

type Strike =
  /** SIGKILL; it comes back by itself. */
  | { readonly kind: 'kill'; readonly target: Target }
  /** SIGSTOP, and SIGCONT after `forMs`: alive, connected and silent. */
  | { readonly kind: 'freeze'; readonly target: Target; readonly forMs: number }
  /** SIGKILL, and back only after `forMs`. */
  | { readonly kind: 'outage'; readonly target: Target; readonly forMs: number }
  /** SIGKILL, and it comes back without anything it had stored (NATS). */
  | { readonly kind: 'wipe'; readonly target: 'nats' }

export interface PlanOptions {
  readonly rounds: number
  readonly targets: readonly Target[]
  /** Milliseconds between two blows, at least and at most. */
  readonly pauseMs: readonly [number, number]
}

/**
 * In each round every target is killed once, in any order; beside that it may be frozen, and a backing service may stay away.
 * In the first round and every third one after it NATS loses what it stored instead of being killed only.
 */
export function planOf(random: Random, options: PlanOptions): Blow[] {
  const blow = (strike: Strike): Blow => ({
    ...strike,
    pauseMs: random.between(...options.pauseMs),
    isSoon: random.next() < 0.25,
  })
  return Array.from({ length: options.rounds }, (_, round) =>
    random.shuffled(options.targets).flatMap((target): Blow[] => {
      const away = (target === 'nats' || target === 'postgres') && random.next() < 0.3
      const down: Strike =
        target === 'nats' && round % 3 === 0
          ? { kind: 'wipe', target }
          : away
            ? { kind: 'outage', target, forMs: random.between(1_000, 4_000) }
            : { kind: 'kill', target }
      if (random.next() >= 0.2) return [blow(down)]
      return [blow(down), blow({ kind: 'freeze', target, forMs: random.between(300, 3_000) })]
    }),
  ).flat()
}
