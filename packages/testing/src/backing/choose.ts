import { accessSync, constants, existsSync } from 'node:fs'
import { homedir } from 'node:os'
import { delimiter, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { ServerProcess } from '@typecase/runtime/child-process'

export interface Running {
  /** Origin, for the log: `nats-server on PATH`. */
  readonly from: string
  /** Set if this process started the server as a child process. */
  readonly child?: Pick<ServerProcess, 'pid' | 'ended' | 'kill'>
  /** Stops a server that this process started; an existing server keeps running. */
  stop(): Promise<void>
}

/** One way to get a server. `start` returns undefined when it is not possible on this machine. */
export interface Choice<T extends Running> {
  /** What the user can do to make this choice possible: `set NATS_URL`. */
  readonly advice: string
  start(): Promise<T | undefined>
}

/** Starts the first choice that works. @throws Error with one line that lists all choices and their errors */
export async function choose<T extends Running>(
  service: string,
  choices: readonly Choice<T>[],
  print: (line: string) => void,
): Promise<T> {
  const errors: string[] = []
  for (const choice of choices) {
    try {
      const running = await choice.start()
      if (!running) continue
      print(`${service}: ${running.from}`)
      return running
    } catch (error) {
      errors.push(error instanceof Error ? error.message : String(error))
    }
  }
  const tried = errors.length > 0 ? ` (tried: ${errors.join('; ')})` : ''
  throw new Error(`No ${service}. Either ${choices.map((choice) => choice.advice).join(', or ')}${tried}`)
}

/** Name and value of the first of the environment variables that is set. */
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
      // Not in this folder: try the next one.
    }
  }
  return undefined
}

/** A cheap test for a container engine, so that its client library is loaded only where needed. */
export const hasContainerEngine = (): boolean =>
  Boolean(process.env.DOCKER_HOST) ||
  [
    '/var/run/docker.sock',
    join(homedir(), '.docker/run/docker.sock'),
    `/run/user/${process.getuid?.()}/docker.sock`,
    '//./pipe/docker_engine',
  ].some((socket) => existsSync(socket))

/** The git-ignored cache of programs. */
export const toolsDir = fileURLToPath(new URL('../../../../.tools', import.meta.url))
