/** The settings by which a process reaches NATS, the same in every service. */
import { z } from 'zod'

/** How to reach NATS, and what the streams there are like. */
export interface NatsAccess {
  /** `nats://host:4222`, with `user:password@` or `token@` if needed; several are parted by commas. */
  readonly url: string
  /** Copies of each stream; a stream that has more keeps them. Default 1. */
  readonly replicas?: number
}

/** Settings for a service's schema. `NATS_URL` is needed unless an event bus is handed in. */
export const natsSettings = {
  NATS_URL: z.string().optional(),
  NATS_REPLICAS: z.enum(['1', '3', '5'], 'must be 1, 3 or 5').transform(Number).prefault('1'),
}

export interface NatsConfig {
  readonly NATS_URL?: string | undefined
  readonly NATS_REPLICAS: number
}

/** Undefined without `NATS_URL`. */
export function natsAccess(config: NatsConfig): NatsAccess | undefined {
  const { NATS_URL: url, NATS_REPLICAS: replicas } = config
  return url ? { url, replicas } : undefined
}
