import { fileURLToPath } from 'node:url'
import { nestingLimit, nestsTooDeep } from '@typecase/kernel'
import { closing, type Part } from '@typecase/runtime/lifecycle'
import type { Logger } from '@typecase/runtime/log'
import { SandboxError, sandboxPool } from '@typecase/sandbox'
import type { Markup } from '../../core/ports.ts'
import { embeddedImages, lengthToRead } from './embedded-images.ts'
import { type PlainImage, writable } from './plain-image.ts'

/** UTF-16 units up to which no text that nests within the limit can hold the service up: if no more is to be read, it is read at once. */
const shortBody = 4_000
/** Mebibytes; a million units of prose take 600. */
const heap = 1_500

/** Every image needs one of these, wherever it stands. */
const hint = /!\[|<im(?:g|age)/i

export interface MarkupOptions {
  readonly log: Logger
  /** Milliseconds of processor time for a body of that length: several times what prose takes, and never more than 20 s. */
  readonly cpuLimitMs?: (length: number) => number
}

const defaultCpuLimitMs = (length: number): number => Math.min(20_000, 2_000 + length / 50)

/**
 * Reads bodies as GitHub flavoured Markdown. Long ones are read in a process that is killed when it takes too long: a body
 * may be made so that a parser takes time with the square of its length, or more stack than there is.
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
