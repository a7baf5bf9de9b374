import { randomBytes } from 'node:crypto'
import { currentContext } from '@typecase/runtime/context'
import type { Part } from '@typecase/runtime/lifecycle'
import type { FairQueueLimits, Place } from '../../core/fair-queue.ts'
import type { PasswordHasher } from '../../core/ports.ts'
import { hashingQueue } from './hashing-queue.ts'

export interface Argon2HasherOptions {
  /** Maximum concurrent hashes. Each takes 64 MiB. */
  readonly concurrency: number
}

export type Argon2Hasher = PasswordHasher & Part

/** Maximum waiting passwords: `total` of trusted clients, as many of others, and `line` per client. */
const waiting: FairQueueLimits = { total: 128, line: 32 }
/** Place in the queue for hashes that the service itself computes at startup. */
const startupPlace: Place = { line: '', isTrusted: true }
/** A waiting password is refused this many milliseconds before the caller's deadline. */
const marginMs = 4_000

/** Hashes with argon2id and a random salt for each password. Use it between `start` and `stop`. */
export function argon2Hasher({ concurrency }: Argon2HasherOptions): Argon2Hasher {
  const queue = hashingQueue({ concurrency, waiting })
  /**
   * Hash of a random password. Passwords of unknown users are verified against it, so that their check takes
   * as long as that of existing users.
   */
  let decoy = ''
  return {
    name: 'password hasher',
    hash: (password, place) => queue.hash(password, place, giveUpAt()),
    async verify(known, password, place) {
      const isRight = await queue.verify(known ?? decoy, password, place, giveUpAt())
      return known !== undefined && isRight
    },
    async start() {
      decoy = await queue.hash(randomBytes(32).toString('base64url'), startupPlace)
    },
    stop: queue.stop,
  }
}

function giveUpAt(): Date | undefined {
  const { deadline } = currentContext()
  return deadline && new Date(deadline.getTime() - marginMs)
}
