/** Which process is hit in which way and when: determined by the seed. */
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
  /**
   * Whether it may overlap with effects of the previous one. Otherwise everything runs and has been written
   * to.
   */
  readonly isSoon: boolean
}

type Strike =
  /** SIGKILL; restarts automatically. */
  | { readonly kind: 'kill'; readonly target: Target }
  /** SIGSTOP, and SIGCONT after `forMs`: alive and connected, without replies. */
  | { readonly kind: 'freeze'; readonly target: Target; readonly forMs: number }
  /** SIGKILL, restarted after `forMs`. */
  | { readonly kind: 'outage'; readonly target: Target; readonly forMs: number }
  /** SIGKILL and loss of all storage (NATS). */
  | { readonly kind: 'wipe'; readonly target: 'nats' }

export interface PlanOptions {
  readonly rounds: number
  readonly targets: readonly Target[]
  /** Minimum and maximum milliseconds between two blows. */
  readonly pauseMs: readonly [number, number]
}

/**
 * In each round every target is killed once, in random order; it may also be frozen, and a backing service
 * may stay down. In the first and every third round NATS loses its storage instead of only being killed.
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
