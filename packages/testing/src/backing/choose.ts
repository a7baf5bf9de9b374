import { accessSync, constants, existsSync } from 'node:fs'
import { homedir } from 'node:os'
import { delimiter, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { ServerProcess } from '@typecase/runtime/child-process'

/** A backing service that somebody keeps running. */
export interface Running {
  /** How it was had, for the log: `nats-server on PATH`. */
  readonly from: string
  /** Present when it is one child process of this one. */
  readonly child?: Pick<ServerProcess, 'pid' | 'ended' | 'kill'>
  /** Ends it when it was started here; leaves alone what was found running. */
  stop(): Promise<void>
}

/** One way to have a service. `start` answers undefined where this way does not exist on this machine. */
export interface Choice<T extends Running> {
  /** What the user would do to make it work, as a phrase: `set NATS_URL`. */
  readonly advice: string
  start(): Promise<T | undefined>
}

/**
 * The first choice that works, in order.
 * @throws one line naming all choices, and why those failed that were tried.
 */
export async function choose<T extends Running>(
  service: string,
  choices: readonly Choice<T>[],
  say: (line: string) => void,
): Promise<T> {
  const faults: string[] = []
  for (const choice of choices) {
    try {
      const running = await choice.start()
      if (!running) continue
      say(`${service}: ${running.from}`)
      return running
    } catch (error) {
      faults.push(error instanceof Error ? error.message : String(error))
    }
  }
  const tried = faults.length > 0 ? ` (tried: ${faults.join('; ')})` : ''
  throw new Error(`No ${service}. Either ${choices.map((choice) => choice.advice).join(', or ')}${tried}`)
}

/** The first of the variables that is set. */
export function addressFrom(
  ...names: readonly string[]
): { readonly name: string; readonly value: string } | undefined {
  for (const name of names) {
    const value = process.env[name]
    if (value) return { name, value }
  }
  return undefined
}

export function onPath(program: string): string | undefined {
  for (const folder of (process.env.PATH ?? '').split(delimiter)) {
    const file = join(folder, program)
    try {
      accessSync(file, constants.X_OK)
      return file
    } catch {
      // Not in this folder.
    }
  }
  return undefined
}

/** Cheap sign of a container engine, so that its client library is loaded only where it can be of use. */
export const hasContainerEngine = (): boolean =>
  Boolean(process.env.DOCKER_HOST) ||
  [
    '/var/run/docker.sock',
    join(homedir(), '.docker/run/docker.sock'),
    `/run/user/${process.getuid?.()}/docker.sock`,
    '//./pipe/docker_engine',
  ].some((socket) => existsSync(socket))

/** The project's git-ignored cache of programs. */
export const toolsDir = fileURLToPath(new URL('../../../../.tools', import.meta.url))
