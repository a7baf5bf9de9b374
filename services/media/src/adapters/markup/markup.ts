import { fileURLToPath } from 'node:url'
import { nestingLimit, nestsTooDeep } from '@typecase/kernel'
import { closing, type Part } from '@typecase/runtime/lifecycle'
import type { Logger } from '@typecase/runtime/log'
import { SandboxError, sandboxPool } from '@typecase/sandbox'
import type { Markup } from '../../core/ports.ts'
import { embeddedImages, lengthToRead } from './embedded-images.ts'
import { type PlainImage, writable } from './plain-image.ts'

/** UTF-16 units up to which a body is parsed in this process, because nesting is limited. */
const shortBody = 4_000
/** MiB of heap; a million units of prose take 600. */
const heap = 1_500

/** Every image contains one of these. */
const hint = /!\[|<im(?:g|age)/i

export interface MarkupOptions {
  readonly log: Logger
  /** Maximum processor time in milliseconds by length: several times that of prose, at most 20 s. */
  readonly cpuLimitMs?: (length: number) => number
}

const defaultCpuLimitMs = (length: number): number => Math.min(20_000, 2_000 + length / 50)

/**
 * Parses bodies as GitHub flavoured Markdown. Long ones are parsed in a sandbox, because hostile bodies take
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
        log.warn({ [type]: id, why }, 'a body can not be read: the files it shows are not known')
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
