/** Settings from the environment, and stored sessions. Only this file reads and writes these. */
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { dirname, join } from 'node:path'
import { UsageError } from './exit-codes.ts'

export interface Session {
  readonly token: string
  readonly username: string
  /** Milliseconds since the Unix epoch. */
  readonly expiresAt: number
}

export interface Config {
  /** URL from the option, the environment or the last login. @throws UsageError when none is set */
  url(option: string | undefined): string
  token(url: string): string | undefined
  store(url: string, session: Session): void
  forget(url: string): void
}

interface Stored {
  /** URL of the last login. */
  readonly current?: string
  readonly sessions?: Readonly<Record<string, Session>>
}

export function readConfig(env: NodeJS.ProcessEnv = process.env): Config {
  const folder = env.XDG_CONFIG_HOME || join(homedir(), '.config')
  const file = join(folder, 'typecase', 'credentials.json')
  const read = (): Stored => (existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Stored) : {})
  const write = (stored: Stored): void => {
    mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
    writeFileSync(file, `${JSON.stringify(stored, null, 2)}\n`, { mode: 0o600 })
    // writeFileSync does not change the mode of an existing file.
    chmodSync(file, 0o600)
  }
  return {
    url(option) {
      const url = option || env.TYPECASE_URL || read().current
      if (!url)
        throw new UsageError('No server is selected: set TYPECASE_URL, pass --url, or run typecase login URL')
      if (!URL.canParse(url) || !/^https?:/.test(url)) throw new UsageError(`${url} is not an http(s) URL`)
      return url.replace(/\/+$/, '')
    },
    token: (url) => env.TYPECASE_TOKEN || read().sessions?.[url]?.token,
    store: (url, session) => write({ current: url, sessions: { ...read().sessions, [url]: session } }),
    forget(url) {
      const { [url]: _ended, ...sessions } = read().sessions ?? {}
      write({ ...read(), sessions })
    },
  }
}
