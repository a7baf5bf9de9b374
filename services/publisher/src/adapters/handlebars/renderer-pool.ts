import { SandboxError } from '@typecase/sandbox'
import {
  type HtmlBuffers,
  type RendererProcess,
  type SiteMessage,
  startRenderer,
} from '@typecase/theme-engine'
import { renderingFailed } from '../../core/errors.ts'
import type { SourceTheme } from '../../core/ports.ts'
import type { Template } from '../../core/site/site.ts'
import { rendererProgram } from './program.ts'

type Templates = ReadonlyMap<string, Template>

export interface RendererPoolOptions {
  readonly processes: number
  /** Mebibytes of heap per process. */
  readonly memory: number
  /** Pool of buffers for HTML. The receiver of the HTML can return buffers to it. */
  readonly buffers: HtmlBuffers | undefined
}

/** Limit in milliseconds of processor time to compile a theme. */
const compileLimitMs = 15_000

/** Processes that each hold one theme and one site. */
export class RendererPool {
  readonly #options: RendererPoolOptions
  readonly #processes: (RendererProcess | undefined)[]
  readonly #themes = new WeakMap<
    RendererProcess,
    { readonly digest: string; readonly templates: Promise<Templates> }
  >()
  #isClosed = false

  constructor(options: RendererPoolOptions) {
    this.#options = options
    this.#processes = Array.from({ length: options.processes })
  }

  get size(): number {
    return this.#processes.length
  }

  /** Compiles a theme. @throws GENERATION_FAILED with every error of its templates */
  async compile(theme: SourceTheme): Promise<Templates> {
    // Tried twice, because another program may have killed the process.
    const templates = (await this.#loadFirst(theme)) ?? (await this.#loadFirst(theme))
    if (templates) return templates
    throw renderingFailed([{ message: 'The templates of the theme could not be compiled within the limits' }])
  }

  /** Loads the theme in all processes. Never rejects. */
  async warmUp(theme: SourceTheme): Promise<void> {
    const places = Array.from(this.#processes.keys())
    await Promise.allSettled(places.map(async (place) => this.#load(this.#processAt(place), theme)))
  }

  /**
   * Returns a process that holds the theme and the site.
   * @throws GENERATION_FAILED, SandboxError, or Error after `close`
   */
  async ready(place: number, theme: SourceTheme, site: SiteMessage): Promise<RendererProcess> {
    const process = this.#processAt(place)
    await this.#load(process, theme)
    if (process.site !== site) {
      process.sendSite(site)
      process.site = site
    }
    return process
  }

  close(): void {
    this.#isClosed = true
    for (const process of this.#processes.splice(0)) process?.kill()
  }

  #processAt(place: number): RendererProcess {
    if (this.#isClosed) throw new Error('The renderer is closed')
    const { memory, buffers } = this.#options
    const running = this.#processes[place]
    const process = running?.alive() ? running : startRenderer({ ...rendererProgram, memory }, buffers)
    this.#processes[place] = process
    return process
  }

  #load(process: RendererProcess, theme: SourceTheme): Promise<Templates> {
    const last = this.#themes.get(process)
    if (last?.digest === theme.digest) return last.templates
    const loading = { digest: theme.digest, templates: compileIn(process, theme) }
    this.#themes.set(process, loading)
    // If a theme fails to load, the next call loads it again.
    loading.templates.catch(() => this.#themes.get(process) === loading && this.#themes.delete(process))
    return loading.templates
  }

  /** Undefined if the process died. */
  async #loadFirst(theme: SourceTheme): Promise<Templates | undefined> {
    try {
      return await this.#load(this.#processAt(0), theme)
    } catch (error) {
      if (error instanceof SandboxError) return undefined
      throw error
    }
  }
}

async function compileIn(process: RendererProcess, theme: SourceTheme): Promise<Templates> {
  process.site = undefined
  const { templates, errors } = await process.ask(
    { type: 'theme', sources: [...theme.sources] },
    compileLimitMs,
  )
  if (errors.length > 0) throw renderingFailed(errors)
  return new Map(templates.map(([path, uses]) => [path, { uses: new Set(uses) }]))
}
