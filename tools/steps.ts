/** Runs the steps of a command one after the other and measures them. */
import { spawn } from 'node:child_process'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = fileURLToPath(new URL('..', import.meta.url))

export interface Step {
  readonly name: string
  /** A package's program (see {@link programOf}) or a file of this repository, with its arguments. */
  readonly args: readonly string[]
}

export interface StepResult {
  readonly name: string
  readonly ok: boolean
  readonly seconds: number
}

export const checks: readonly Step[] = [
  { name: 'types', args: [programOf('typescript', 'tsc'), '--noEmit', '-p', 'tsconfig.json'] },
  {
    name: 'types of the web interface',
    args: [programOf('typescript', 'tsc'), '--noEmit', '-p', 'apps/admin/tsconfig.json'],
  },
  { name: 'lint', args: [programOf('@biomejs/biome', 'biome'), 'check', '--error-on-warnings', '.'] },
  { name: 'boundaries', args: ['tools/check-boundaries.ts'] },
  { name: 'files', args: ['tools/check-files.ts'] },
  { name: 'words', args: ['tools/check-words.ts'] },
  { name: 'events', args: ['tools/events.ts', '--check'] },
]

/** Runs all steps, also after one has failed. */
export async function runSteps(steps: readonly Step[]): Promise<StepResult[]> {
  const results: StepResult[] = []
  for (const { name, args } of steps) {
    console.log(`\n── ${name}`)
    const started = performance.now()
    const ok = (await run(args)) === 0
    const seconds = (performance.now() - started) / 1000
    results.push({ name, ok, seconds })
    console.log(`── ${name}: ${ok ? 'ok' : 'FAILED'}, ${seconds.toFixed(1)} s`)
  }
  return results
}

function run(args: readonly string[]): Promise<number> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, args, { cwd: root, stdio: 'inherit' })
    child.on('error', reject)
    child.on('exit', (code) => resolve(code ?? 1))
  })
}

/** Path of a program that an npm package provides. */
export function programOf(name: string, program: string): string {
  const require = createRequire(import.meta.url)
  const manifest = require.resolve(`${name}/package.json`)
  const { bin } = require(manifest) as { bin: string | Record<string, string> }
  const file = typeof bin === 'string' ? bin : bin[program]
  if (!file) throw new Error(`${name} has no program ${program}`)
  return join(dirname(manifest), file)
}
