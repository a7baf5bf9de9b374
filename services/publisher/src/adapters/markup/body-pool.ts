/** A few processes that render bodies, begun when they are needed. */
import { fileURLToPath } from 'node:url'
import { limitedProcess } from '@typecase/runtime/limited-process'
import type { BodyAnswer, BodyQuestion } from './body-process.ts'

/** Mebibytes of heap of one process. */
const memory = 512
/** A process keeps nothing from one body to the next: half of what V8 would take is as quick, and 15 MiB less. */
const youngMemory = 8
/** Milliseconds that one process waits for an author who saves again and again; those that help it wait less. */
const idleMs = { first: 600_000, others: 2_000 }

export interface BodyPool {
  /**
   * Asked of the process that has the least to do; `limitMs` is processor time.
   * @throws NoAnswer when it takes longer, or the process ends
   */
  ask(question: BodyQuestion, limitMs: number): Promise<BodyAnswer>
  stop(): Promise<void>
}

/** Default two processes. */
export function bodyPool(processes = 2): BodyPool {
  const file = fileURLToPath(new URL('./body-process.ts', import.meta.url))
  const pool = Array.from({ length: processes }, (_, place) => ({
    asked: 0,
    process: limitedProcess<BodyQuestion, BodyAnswer>({ file, memory, youngMemory, idleMs: place === 0 ? idleMs.first : idleMs.others }),
  }))
  return {
    async ask(question, limitMs) {
      const place = pool.reduce((least, other) => (other.asked < least.asked ? other : least))
      place.asked += 1
      try {
        return await place.process.ask(question, limitMs)
      } finally {
        place.asked -= 1
      }
    },
    async stop() {
      await Promise.all(pool.map(({ process }) => process.stop()))
    },
  }
}
