import { fileURLToPath } from 'node:url'
import { nestingLimit, nestsTooDeep } from '@typecase/kernel'
import { closing, type Part } from '@typecase/runtime/lifecycle'
import type { Logger } from '@typecase/runtime/log'
import { SandboxError, sandboxPool } from '@typecase/sandbox'
import type { Markup } from '../../core/ports.ts'
import { embeddedImages, lengthToRead } from './embedded-images.ts'
import { type PlainImage, writable } from './plain-image.ts'

/** Maximum UTF-16 units to parse in this process. So short a text is safe, because nesting is limited. */
const shortBody = 4_000
/** Maximum MiB of heap. A million UTF-16 units of prose take 600 MiB. */
const heap = 1_500

/** The source of every image matches this. */
const hint = /!\[|<im(?:g|age)/i

export interface MarkupOptions {
  readonly log: Logger
  /**
   * Maximum processor time in milliseconds for a body of this length. The default is several times what prose
   * takes, up to 20 s.
   */
  readonly cpuLimitMs?: (length: number) => number
}

const defaultCpuLimitMs = (length: number): number => Math.min(20_000, 2_000 + length / 50)

/**
 * Parses bodies as GitHub flavoured Markdown. Long bodies are parsed in a sandbox, because hostile ones take
 * quadratic time or overflow the stack.
 */
export function markdownMarkup({
  log,
  cpuLimitMs = defaultCpuLimitMs,
}: MarkupOptions): Markup & { readonly part: Part } {
  const reader = sandboxPool({
    program: fileURLToPath(new URL('./images-process.ts', import.meta.url)),
    memory: { heap },
  })
  const read = async (body: string) =>
    (await reader.call<PlainImage[]>(body, { cpuMs: cpuLimitMs(body.length) })).answer
  return {
    part: closing('body reader', () => reader.stop()),
    async images({ type, id, body }) {
      if (!hint.test(body)) return []
      const unreadable = (why: string) =>
        log.warn({ [type]: id, why }, 'cannot parse the body of an item: the files that it uses are unknown')
      if (nestsTooDeep(body)) return void unreadable(`it nests deeper than ${nestingLimit} levels`)
      try {
        const images = lengthToRead(body) <= shortBody ? embeddedImages(body) : await read(body)
        return images.map(writable)
      } catch (error) {
        const isStackOverflow = error instanceof RangeError
        const isOfBody = error instanceof SandboxError && error.reason !== 'start'
        if (isStackOverflow || isOfBody) return void unreadable(error.message)
        throw error
      }
    },
  }
}
