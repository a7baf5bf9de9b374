import type { HtmlBuffers } from '@typecase/theme-engine'
import type { Renderer } from '../../core/ports.ts'
import type { Template } from '../../core/site/site.ts'
import { BatchRendering, isSlowPage } from './render-batches.ts'
import { RendererPool } from './renderer-pool.ts'

export interface RendererOptions {
  /** Default 2. */
  readonly processes?: number
  /** Milliseconds of processor time per page; default 2000 (docs/themes.md). */
  readonly timeLimit?: number
  /**
   * Milliseconds of processor time per 32 pages; default twice `timeLimit`. A process without an answer by
   * then is killed.
   */
  readonly silenceLimit?: number
  /** Mebibytes of heap per process; default 128. */
  readonly memory?: number
  /** UTF-16 units per page; default 8 Mi. */
  readonly outputLimit?: number
  /** Pool of buffers for HTML. The receiver of the HTML can return buffers to it. */
  readonly buffers?: HtmlBuffers
}

export interface HandlebarsRenderer extends Renderer {
  close(): void
}

export function handlebarsRenderer(options: RendererOptions = {}): HandlebarsRenderer {
  const { processes = 2, timeLimit = 2_000, memory = 128, outputLimit = 8 * 1024 * 1024, buffers } = options
  const limits = { timeLimit, outputLimit, silenceLimit: options.silenceLimit ?? 2 * timeLimit }
  const pool = new RendererPool({ processes, memory, buffers })
  let prepared: { readonly digest: string; readonly templates: ReadonlyMap<string, Template> } | undefined

  return {
    async prepare(theme) {
      if (prepared?.digest === theme.digest) return prepared.templates
      const templates = await pool.compile(theme)
      prepared = { digest: theme.digest, templates }
      return templates
    },
    warmUp: (theme) => pool.warmUp(theme),
    render: (job) => new BatchRendering(pool, limits, job).run(),
    isTooSlow: isSlowPage,
    close: () => pool.close(),
  }
}
