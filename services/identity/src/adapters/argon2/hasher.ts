import { randomBytes } from 'node:crypto'
import { currentContext } from '@typecase/runtime/context'
import type { Part } from '@typecase/runtime/lifecycle'
import type { Logger } from '@typecase/runtime/log'
import type { FairQueueLimits, Place } from '../../core/fair-queue.ts'
import type { PasswordHasher } from '../../core/ports.ts'
import { processPool } from './process-pool.ts'

export interface Argon2HasherOptions {
  /** Hashes computed at a time, each in a process of its own that takes 64 MiB for it. */
  readonly concurrency: number
  readonly log: Logger
}

export type Argon2Hasher = PasswordHasher & Part & { pids(): number[] }

/** Passwords that wait for a check, beside those being checked: a second's work of one process is about five. */
const waiting: FairQueueLimits = { total: 128, line: 32 }
/** The service itself, at its start. */
const own: Place = { line: '', isTrusted: true }
/** Milliseconds before the caller's deadline at which a password that still waits is refused: its check would come too late. */
const farewellMs = 4_000

/** argon2id with a salt of its own for every password. Works between `start` and `stop`. */
export function argon2Hasher({ concurrency, log }: Argon2HasherOptions): Argon2Hasher {
  const pool = processPool({ size: concurrency, waiting, log })
  /** What an unknown user's password is compared with: the hash of one that nobody knows. */
  let decoy = ''
  const hash = async (password: string, place: Place) => String(await pool.run({ kind: 'hash', password }, place, giveUpAt()))
  return {
    name: 'password hasher',
    hash,
    async verify(known, password, place) {
      const isRight = await pool.run({ kind: 'verify', hash: known ?? decoy, password }, place, giveUpAt())
      return known !== undefined && isRight === true
    },
    async start() {
      pool.start()
      decoy = await hash(randomBytes(32).toString('base64url'), own)
    },
    stop: pool.stop,
    pids: pool.pids,
  }
}

function giveUpAt(): Date | undefined {
  const { deadline } = currentContext()
  return deadline && new Date(deadline.getTime() - farewellMs)
}
