/** Renders icons and social cards of a site. */
import { fileURLToPath } from 'node:url'
import { closing, type Part } from '@typecase/runtime/lifecycle'
import type { Logger } from '@typecase/runtime/log'
import { SandboxError, sandboxPool } from '@typecase/sandbox'
import type { Card, CopySource, IconSource, StoredSource } from '../../core/pages/planned.ts'
import type { SiteSource } from '../../core/ports.ts'
import type { ImageJob } from './image-process.ts'

export interface RenderedImages {
  /** Undefined if the image exceeds the limits of decoding. */
  icon(source: Pick<IconSource, 'size' | 'isIco'>, image: Uint8Array): Promise<Uint8Array | undefined>
  /** Undefined if the card exceeds the limits of rendering. */
  card(card: Card): Promise<Uint8Array | undefined>
  readonly part: Part
}

const program = fileURLToPath(new URL('./image-process.ts', import.meta.url))
/** Few malloc arenas, because each keeps the memory that was freed in it. */
const env = { MALLOC_ARENA_MAX: '2' }
/** Mebibytes. */
const memory = { heap: 128, resident: 768 }
/** Milliseconds of processor time per image. */
const limitMs = 20_000
/** Maximum bytes of an image, which is read into memory. */
const mostBytes = 64 * 1024 * 1024

export function renderedImages({ log }: { readonly log: Pick<Logger, 'warn'> }): RenderedImages {
  const pool = sandboxPool({ program, addons: true, memory, env, idleMs: 20_000, usesPerProcess: 500 })
  const rendered = async (job: ImageJob, body?: Uint8Array) => {
    try {
      return (await pool.call(job, { cpuMs: limitMs, ...(body ? { body } : {}) })).bytes
    } catch (error) {
      // A failed start is not caused by the image, so the site must not be published without the image.
      if (!(error instanceof SandboxError) || error.reason === 'start') throw error
      const { reason, message } = error
      log.warn({ image: job.kind, reason, error: message }, 'an image of the site could not be rendered')
      return undefined
    }
  }
  return {
    icon: ({ size, isIco }, image) => rendered({ kind: 'icon', size, isIco }, image),
    card: (card) => rendered({ kind: 'card', card }),
    part: closing('image processes', () => pool.stop()),
  }
}

type ThemeName = Parameters<SiteSource['open']>[1]

interface StoredFiles {
  open(source: StoredSource, theme: ThemeName, signal?: AbortSignal): ReturnType<SiteSource['open']>
}

/** Adds icons and social cards to the files of the other services. */
export const withRenderedImages = <S extends StoredFiles>(
  source: S,
  images: Pick<RenderedImages, 'icon' | 'card'>,
): Omit<S, 'open'> & Pick<SiteSource, 'open'> => ({
  ...source,
  async open(wanted: CopySource, theme: ThemeName, signal?: AbortSignal) {
    if (wanted.from === 'card') {
      const card = await images.card(wanted.card)
      return card && oneChunk(card)
    }
    if (wanted.from !== 'icon') return source.open(wanted, theme, signal)
    const chunks = await source.open(wanted.image, theme, signal)
    const image = chunks && (await wholeImage(chunks))
    const icon = image && (await images.icon(wanted, image))
    return icon && oneChunk(icon)
  },
})

/** Undefined if the image is larger than `mostBytes`. */
async function wholeImage(chunks: AsyncIterable<Uint8Array>): Promise<Uint8Array | undefined> {
  const parts: Uint8Array[] = []
  let size = 0
  for await (const chunk of chunks) {
    size += chunk.length
    if (size > mostBytes) return undefined
    parts.push(chunk)
  }
  return Buffer.concat(parts)
}

async function* oneChunk(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes
}
