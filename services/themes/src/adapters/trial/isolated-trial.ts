import { join } from 'node:path'
import { SandboxError } from '@typecase/sandbox'
import {
  type PageMessage,
  type RendererProcess,
  startRenderer,
  type TemplateFault,
} from '@typecase/theme-engine'
import { sampleSite, samplesFor } from '@typecase/theme-engine/sample'
import type { TemplateTrial } from '../../core/ports.ts'
import type { ThemeError } from '../../core/themes/theme-error.ts'
import { packageTurns, type TurnLimits } from '../../core/turns.ts'
import { trialFiles } from './sources.ts'
import { distinctErrors } from './theme-errors.ts'

const root = join(import.meta.dirname, '../../..')

/** The code of the trial process, and all that it may read. */
export const trialProgram = {
  program: join(import.meta.dirname, 'child.ts'),
  readable: [
    join(root, 'src/adapters/trial/*'),
    join(root, 'package.json'),
    join(root, 'node_modules/@typecase/theme-engine'),
  ],
} as const

/** Of a generation (docs/themes.md). Processor time for one page in milliseconds, heap in mebibytes, letters of one page. */
const limits = { page: 2000, memory: 128, output: 8 * 1024 * 1024 }
/** What the engine says of a page that outran its time. */
const tooLong = 'The template takes too long'
/** Milliseconds of processor time in which all templates must compile. */
const compileLimit = 15_000

/** Tries each theme in a process of its own, which is ended afterwards. */
export function isolatedTrial(turnLimits?: TurnLimits): TemplateTrial {
  const inTurn = packageTurns(turnLimits)
  return { run: (files) => inTurn(() => tried(files)) }
}

async function tried(files: ReadonlyMap<string, Uint8Array>): Promise<readonly ThemeError[]> {
  const process = startRenderer({ ...trialProgram, memory: limits.memory })
  try {
    return distinctErrors(await faultsOf(process, files))
  } finally {
    process.kill()
  }
}

async function faultsOf(
  process: RendererProcess,
  files: ReadonlyMap<string, Uint8Array>,
): Promise<readonly TemplateFault[]> {
  const { sources, assets } = trialFiles(files)
  const compiled = await orFault(
    process.ask({ type: 'theme', sources }, compileLimit),
    'the templates could not be compiled',
  )
  if ('fault' in compiled) return [compiled.fault]
  // What does not compile can not be rendered, nor can what calls it.
  if (compiled.faults.length > 0) return [...compiled.faults, ...compiled.circles]
  process.tell(sampleSite(assets))
  const faults = [...compiled.circles]
  for (const page of samplesFor(new Set(compiled.templates.map(([path]) => path)))) {
    const answer = await orFault(
      process.ask(pageMessage(page), 2 * limits.page),
      'the template broke the limits of time or memory',
      page,
    )
    if ('fault' in answer) return [...faults, answer.fault]
    for (const result of answer.results) if ('fault' in result) faults.push(result.fault)
    // The other pages would take as long, and somebody waits for the answer.
    if (faults.some(({ message }) => message === tooLong)) return faults
  }
  return faults
}

const pageMessage = (page: PageMessage) => ({
  type: 'batch' as const,
  timeLimit: limits.page,
  outputLimit: limits.output,
  pages: [page],
})

/** A theme that exceeds the limits has an error. */
async function orFault<T>(
  asked: Promise<T>,
  message: string,
  page?: PageMessage,
): Promise<T | { readonly fault: TemplateFault }> {
  try {
    return await asked
  } catch (error) {
    if (!(error instanceof SandboxError) || error.reason === 'start') throw error
    return { fault: { message, template: page?.template, page: page?.path } }
  }
}
