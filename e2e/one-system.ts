import { afterAll, beforeAll } from 'vitest'
import { type LoggedIn, loggedIn } from './api.ts'
import { administrator, preparedFolder, type SystemProcess, startProcess } from './process.ts'

export interface OneSystem {
  readonly system: SystemProcess
  /** A client that is logged in as the administrator. */
  readonly api: LoggedIn
}

/** Starts one system before the tests of a file; stops it and deletes its data after the last test. */
export function oneSystem(env: Readonly<Record<string, string>> = {}): OneSystem {
  const folder = preparedFolder()
  let started: OneSystem | undefined
  const running = (): OneSystem => {
    if (!started) throw new Error('the system has not started')
    return started
  }
  let system: SystemProcess | undefined
  beforeAll(async () => {
    system = await startProcess(folder.path, env)
    started = { system, api: await loggedIn(system.apiUrl, administrator) }
  }, 90_000)
  afterAll(async () => {
    await system?.end('SIGTERM')
    folder.remove()
  }, 60_000)
  return {
    get system() {
      return running().system
    },
    get api() {
      return running().api
    },
  }
}
