/** Runs the steps of a command and measures their duration. */
import { spawn } from 'node:child_process'
import { createRequire } from 'node:module'
import { availableParallelism } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = fileURLToPath(new URL('..', import.meta.url))

export interface Step {
  readonly name: string
  /** Arguments for Node: a file of this repository or from {@link programOf}, then the file's arguments. */
  readonly args: readonly string[]
}

export interface StepResult {
  readonly name: string
  readonly ok: boolean
  readonly seconds: number
}

/** The checks, the slowest first. */
const checks: readonly Step[] = [
  { name: 'lint', args: [programOf('@biomejs/biome', 'biome'), 'check', '--error-on-warnings', '.'] },
  { name: 'types', args: [programOf('typescript', 'tsc'), '--noEmit', '-p', 'tsconfig.json'] },
  {
    name: 'types of the web interface',
    args: [programOf('typescript', 'tsc'), '--noEmit', '-p', 'apps/admin/tsconfig.json'],
  },
  // Checked separately, because the oldest Node that the command line supports lacks ES2024.
  {
    name: 'types of the command line',
    args: [programOf('typescript', 'tsc'), '--noEmit', '-p', 'apps/cli/tsconfig.json'],
  },
  { name: 'boundaries', args: ['tools/check-boundaries.ts'] },
  { name: 'files', args: ['tools/check-files.ts'] },
  { name: 'words', args: ['tools/check-words.ts'] },
  { name: 'events', args: ['tools/events.ts', '--check'] },
]

/** Runs all steps in sequence, even if one fails. */
export async function runSteps(steps: readonly Step[]): Promise<StepResult[]> {
  const results: StepResult[] = []
  for (const step of steps) {
    console.log(`\n── ${step.name}`)
    const { ok, seconds } = await run(step, 'inherit')
    results.push({ name: step.name, ok, seconds })
    console.log(outcome(step, ok, seconds))
  }
  return results
}

/** Runs checks concurrently, one per core. Prints the output of each check when it completes. */
export async function runChecks(): Promise<StepResult[]> {
  const results: StepResult[] = []
  const queue = [...checks]
  const worker = async () => {
    for (let step = queue.shift(); step; step = queue.shift()) {
      const { ok, seconds, output } = await run(step, 'pipe')
      results.push({ name: step.name, ok, seconds })
      console.log(`\n── ${step.name}\n${output}${outcome(step, ok, seconds)}`)
    }
  }
  await Promise.all(Array.from({ length: availableParallelism() }, worker))
  return results
}

const outcome = ({ name }: Step, ok: boolean, seconds: number) =>
  `── ${name}: ${ok ? 'ok' : 'FAILED'}, ${seconds.toFixed(1)} s`

interface Completed {
  readonly ok: boolean
  readonly seconds: number
  /** What the step wrote to stdout and stderr, if they are piped. */
  readonly output: string
}

function run({ args }: Step, stdio: 'inherit' | 'pipe'): Promise<Completed> {
  return new Promise((resolve, reject) => {
    const started = performance.now()
    const child = spawn(process.execPath, args, { cwd: root, stdio: ['inherit', stdio, stdio] })
    let output = ''
    for (const stream of [child.stdout, child.stderr])
      stream?.setEncoding('utf8').on('data', (text: string) => (output += text))
    child.on('error', reject)
    child.on('close', (code) =>
      resolve({ ok: code === 0, seconds: (performance.now() - started) / 1000, output }),
    )
  })
}

/** Path of the JavaScript file of a program that an npm package provides. */
export function programOf(name: string, program: string): string {
  const require = createRequire(import.meta.url)
  const manifest = require.resolve(`${name}/package.json`)
  const { bin } = require(manifest) as { bin: string | Record<string, string> }
  const file = typeof bin === 'string' ? bin : bin[program]
  if (!file) throw new Error(`${name} has no program ${program}`)
  return join(dirname(manifest), file)
}
