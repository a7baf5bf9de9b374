/** A few processes that render bodies, begun when they are needed. */
import { fileURLToPath } from 'node:url'
import { limitedProcess } from '@typecase/runtime/limited-process'
import type { BodyAnswer, BodyQuestion } from './body-process.ts'

/** Mebibytes of heap of one process. */
const memory = 512
/** A process keeps nothing from one body to the next: half of what V8 would take is as quick, and 15 MiB less. */
const youngMemory = 8
/**
 * Milliseconds that the process of authors, who save again and again, waits for the next one. Those for the bodies of a site are asked
 * without a pause, and are gone when the pages of a large site are rendered: with them this would be the moment of most memory.
 */
const idleMs = { authors: 600_000, site: 300 }

export interface BodyPool {
  /**
   * Bodies of a site are asked of the process that has the least to do, those of authors of one that does nothing else: they do not
   * wait for a whole site, and the processes that render one end with it. `limitMs` is processor time.
   * @throws NoAnswer when it takes longer, or the process ends
   */
  ask(question: BodyQuestion, limitMs: number, of: 'author' | 'site'): Promise<BodyAnswer>
  /** Bodies of a site are about to be asked for: begins their processes. */
  begin(): void
  stop(): Promise<void>
}

/** The code of such a process. */
export const bodyProgram = fileURLToPath(new URL('./body-process.ts', import.meta.url))

/** Default two processes for the bodies of a site. */
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
