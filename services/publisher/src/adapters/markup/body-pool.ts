import { fileURLToPath } from 'node:url'
import { limitedProcess } from '@typecase/runtime/limited-process'
import type { BodyAnswer, BodyQuestion } from './body-process.ts'

const memory = 512
/** Half of V8's default is as fast and takes 15 MiB less. */
const youngMemory = 8
/**
 * The process for authors waits for the next save. Those for whole sites end before pages are rendered, when
 * memory is highest.
 */
const idleMs = { authors: 600_000, site: 300 }

export interface BodyPool {
  /**
   * Sites go to the least busy process, authors to one of their own. `limitMs` is processor time. @throws
   * NoAnswer
   */
  ask(question: BodyQuestion, limitMs: number, of: 'author' | 'site'): Promise<BodyAnswer>
  begin(): void
  stop(): Promise<void>
}

export const bodyProgram = fileURLToPath(new URL('./body-process.ts', import.meta.url))

export function bodyPool(processes = 2): BodyPool {
  const begun = (idleMs: number) =>
    limitedProcess<BodyQuestion, BodyAnswer>({ file: bodyProgram, memory, youngMemory, idleMs })
  const ofAuthors = begun(idleMs.authors)
  const pool = Array.from({ length: processes }, () => ({ asked: 0, process: begun(idleMs.site) }))
  return {
    async ask(question, limitMs, of) {
      if (of === 'author') return ofAuthors.ask(question, limitMs)
      const place = pool.reduce((least, other) => (other.asked < least.asked ? other : least))
      place.asked += 1
      try {
        return await place.process.ask(question, limitMs)
      } finally {
        place.asked -= 1
      }
    },
    begin() {
      for (const { process } of pool) process.begin()
    },
    async stop() {
      await Promise.all([ofAuthors, ...pool.map(({ process }) => process)].map((each) => each.stop()))
    },
  }
}
