/** Processes that render bodies, started on demand. */
import { fileURLToPath } from 'node:url'
import { sandboxPool } from '@typecase/sandbox'
import type { BodyAnswer, BodyQuestion } from './body-process.ts'

/**
 * MiB. A process keeps nothing between two bodies, so half of V8's default young generation is as fast and
 * saves 15 MiB.
 */
const memory = { heap: 512, young: 8, resident: 1_024 }
/**
 * Milliseconds until an idle process ends. Authors save repeatedly, so their process stays. The processes of
 * a site end before its pages are rendered, when memory use is highest.
 */
const idleMs = { authors: 600_000, site: 300 }

export interface BodyPool {
  /**
   * Authors have their own process, so that they do not wait for a site. `cpuMs` is processor time.
   * @throws SandboxError
   */
  ask(question: BodyQuestion, cpuMs: number, of: 'author' | 'site'): Promise<BodyAnswer>
  /** Starts processes in advance. */
  begin(of: 'author' | 'site'): void
  /** Ends the idle processes of authors, because a whole site needs the memory. */
  endIdle(): void
  stop(): Promise<void>
}

export const bodyProgram = fileURLToPath(new URL('./body-process.ts', import.meta.url))

export function bodyPool(size = 2): BodyPool {
  const authors = sandboxPool({ program: bodyProgram, memory, idleMs: idleMs.authors })
  const site = sandboxPool({ program: bodyProgram, memory, size, idleMs: idleMs.site })
  return {
    async ask(question, cpuMs, of) {
      const pool = of === 'author' ? authors : site
      return (await pool.call<BodyAnswer>(question, { cpuMs })).answer
    },
    begin: (of) => (of === 'author' ? authors : site).begin(),
    endIdle: () => authors.endIdle(),
    async stop() {
      await Promise.all([authors.stop(), site.stop()])
    },
  }
}
