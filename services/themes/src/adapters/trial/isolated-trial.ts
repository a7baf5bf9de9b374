import { join } from 'node:path'
import { SandboxError } from '@typecase/sandbox'
import {
  type PageMessage,
  type RendererProcess,
  startRenderer,
  type TemplateError,
} from '@typecase/theme-engine'
import { sampleSite, samplesFor } from '@typecase/theme-engine/sample'
import type { TemplateTrial } from '../../core/ports.ts'
import type { ThemeError } from '../../core/themes/theme-error.ts'
import { packageTurns, type TurnLimits } from '../../core/turns.ts'
import { trialFiles } from './sources.ts'
import { distinctErrors } from './theme-errors.ts'

const root = join(import.meta.dirname, '../../..')

/** The code of the trial process, and the files that the process may read. */
export const trialProgram = {
  program: join(import.meta.dirname, 'child.ts'),
  readable: [
    join(root, 'src/adapters/trial/*'),
    join(root, 'package.json'),
    join(root, 'node_modules/@typecase/theme-engine'),
  ],
} as const

/**
 * The limits that also apply when a site is generated (docs/themes.md): milliseconds per page, MiB of heap,
 * UTF-16 units per page.
 */
const limits = { page: 2000, memory: 128, output: 8 * 1024 * 1024 }
/** The engine's message for a page that exceeds its time limit. */
const tooLong = 'The template takes too long'
/** Maximum milliseconds of processor time to compile all templates. */
const compileLimit = 15_000

/** Tries themes by rendering sample pages, each theme in a new process. */
export function isolatedTrial(turnLimits?: TurnLimits): TemplateTrial {
  const inTurn = packageTurns(turnLimits)
  return { run: (files) => inTurn(() => tried(files)) }
}

async function tried(files: ReadonlyMap<string, Uint8Array>): Promise<readonly ThemeError[]> {
  const process = startRenderer({ ...trialProgram, memory: limits.memory })
  try {
    return distinctErrors(await errorsIn(process, files))
  } finally {
    process.kill()
  }
}

async function errorsIn(
  process: RendererProcess,
  files: ReadonlyMap<string, Uint8Array>,
): Promise<readonly TemplateError[]> {
  const { sources, assets } = trialFiles(files)
  const compiled = await orError(
    process.ask({ type: 'theme', sources }, compileLimit),
    'the templates could not be compiled',
  )
  if ('error' in compiled) return [compiled.error]
  // Templates that do not compile cannot be rendered, nor can templates that call them.
  if (compiled.errors.length > 0) return [...compiled.errors, ...compiled.cycles]
  process.sendSite(sampleSite(assets))
  const errors = [...compiled.cycles]
  for (const page of samplesFor(new Set(compiled.templates.map(([path]) => path)))) {
    const answer = await orError(
      process.ask(pageMessage(page), 2 * limits.page),
      'the template broke the limits of time or memory',
      page,
    )
    if ('error' in answer) return [...errors, answer.error]
    for (const result of answer.results) if ('error' in result) errors.push(result.error)
    // Stops, because other pages would take as long too, and the user is waiting.
    if (errors.some(({ message }) => message === tooLong)) return errors
  }
  return errors
}

const pageMessage = (page: PageMessage) => ({
  type: 'batch' as const,
  timeLimit: limits.page,
  outputLimit: limits.output,
  pages: [page],
})

/** Converts an exceeded limit to an error of the theme. */
async function orError<T>(
  asked: Promise<T>,
  message: string,
  page?: PageMessage,
): Promise<T | { readonly error: TemplateError }> {
  try {
    return await asked
  } catch (error) {
    if (!(error instanceof SandboxError) || error.reason === 'start') throw error
    return { error: { message, template: page?.template, page: page?.path } }
  }
}
