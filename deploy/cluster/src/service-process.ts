import { fileURLToPath } from 'node:url'
import { lastLines, startServerProcess, waitUntil } from '@typecase/runtime/child-process'
import { memoryEnvironment, siteBuildFlags } from './node-flags.ts'
import type { Environment, ServiceName } from './settings.ts'
import type { Child } from './supervise.ts'

export interface ServiceStart {
  readonly name: ServiceName
  readonly env: Environment
  readonly healthPort: number
  /** Path of the program; default: main.ts of the service. */
  readonly program?: string | undefined
  readonly onLine: (line: string) => void
}

const readyLimitMs = 60_000

/**
 * Node flags by service. In the media service, an uploaded chunk becomes garbage once stored. A small young
 * generation frees these chunks early: four uploads of 1 GiB to S3 need 50 MiB less memory.
 */
const flags: Partial<Record<ServiceName, readonly string[]>> = {
  media: ['--max-semi-space-size=4'],
  publisher: siteBuildFlags(),
}

/**
 * Starts a service in its own process and waits until it is ready.
 * @throws Error with the last output of the process when it exits or is not ready in time
 */
export async function startService({ name, env, healthPort, program, onLine }: ServiceStart): Promise<Child> {
  const output = lastLines()
  const entry = program ?? fileURLToPath(new URL(`../../../services/${name}/src/main.ts`, import.meta.url))
  const child = await startServerProcess({
    name,
    command: process.execPath,
    args: [...(flags[name] ?? []), entry],
    env: { ...memoryEnvironment, ...env } as NodeJS.ProcessEnv,
    onLine(line) {
      output.add(line)
      onLine(line)
    },
  })
  try {
    await waitUntil(name, () => isReady(healthPort), readyLimitMs, child.running)
  } catch (error) {
    await child.stop()
    throw new Error(`${error instanceof Error ? error.message : String(error)}\n${output.text()}`, {
      cause: error,
    })
  }
  // A graceful stop takes up to 25 s.
  return { ...child, stop: () => child.stop(30_000) }
}

export async function isReady(healthPort: number): Promise<boolean> {
  try {
    const response = await fetch(`http://127.0.0.1:${healthPort}/readyz`, {
      signal: AbortSignal.timeout(3_000),
    })
    await response.body?.cancel()
    return response.ok
  } catch {
    return false
  }
}
