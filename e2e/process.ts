/** Starts the system as a user does: as a process, with its data in a temporary folder. */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { freePort } from '@typecase/runtime/child-process'
import { siteBuildFlags, standaloneEnvironment } from '../deploy/cluster/src/node-flags.ts'

const entry = fileURLToPath(new URL('../deploy/standalone/src/main.ts', import.meta.url))

export const administrator = { username: 'admin', password: 'admin-password' }

export interface SystemProcess {
  readonly apiUrl: string
  readonly siteUrl: string
  readonly pid: number
  /** Standard output so far. */
  output(): string
  /** Log output so far. */
  log(): string
  /** Milliseconds from the start of the process until it reports that it is ready. */
  readonly readyMs: number
  /** Sends the signal; returns the exit code, or the signal that ended the process. */
  end(signal: NodeJS.Signals): Promise<number | NodeJS.Signals | null>
}

export interface TemporaryFolder {
  readonly path: string
  remove(): void
}

export const temporaryFolder = (): TemporaryFolder => {
  const path = mkdtempSync(join(tmpdir(), 'typecase-e2e-'))
  return {
    path,
    remove: () => rmSync(path, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 }),
  }
}

/** Environment variable with the path of the folder that `prepareFolder` has filled. */
const preparedVariable = 'TYPECASE_E2E_FOLDER'

/** Starts and stops the system once on a new folder; the global setup calls it. */
export async function prepareFolder(): Promise<TemporaryFolder> {
  const folder = temporaryFolder()
  const system = await startProcess(folder.path)
  await system.end('SIGTERM')
  process.env[preparedVariable] = folder.path
  return folder
}

/**
 * A copy of the folder that `prepareFolder` has filled, with an administrator and an empty site. For tests
 * that do not need a first start, which takes twice the processor time of a later one. Without the global
 * setup, as in `npm run screenshots`, the folder is empty.
 */
export function preparedFolder(): TemporaryFolder {
  const prepared = process.env[preparedVariable]
  const folder = temporaryFolder()
  // Uses `cp -a`, because fs.cp does not preserve the owner of the database's files.
  if (prepared) execFileSync('cp', ['-a', `${prepared}/.`, folder.path])
  return folder
}

export async function freePorts(): Promise<{ PORT: string; SITE_PORT: string }> {
  return { PORT: String(await freePort()), SITE_PORT: String(await freePort()) }
}

/** Signals of a crash of Node itself; tests send none of them. */
const crashes = new Set<string | null>(['SIGABRT', 'SIGBUS', 'SIGILL', 'SIGSEGV', 'SIGTRAP'])

/**
 * Starts the standalone system on the data folder and waits until it is ready. Prints its log if it crashes
 * later.
 * @throws Error with all output when the system exits before it is ready, or is not ready within 120 s
 */
export async function startProcess(
  dataFolder: string,
  env: Readonly<Record<string, string>> = {},
): Promise<SystemProcess> {
  const ports = await freePorts()
  const settings = {
    ...ports,
    TYPECASE_DATA: dataFolder,
    ADMIN_PASSWORD: administrator.password,
    RATE_LIMIT_PER_MINUTE: '100000',
    ...env,
  }
  const began = performance.now()
  const child = spawn(process.execPath, [...siteBuildFlags(), entry], {
    env: { ...standaloneEnvironment, ...process.env, ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const text = { out: '', err: '' }
  child.stdout.on('data', (chunk) => (text.out += chunk))
  child.stderr.on('data', (chunk) => (text.err += chunk))
  await untilReady(child, text)
  child.once('exit', (_, signal) => {
    if (crashes.has(signal)) console.error(`the system crashed with ${signal}\n${text.err}`)
  })
  return {
    apiUrl: `http://127.0.0.1:${settings.PORT}`,
    siteUrl: `http://127.0.0.1:${settings.SITE_PORT}`,
    pid: child.pid as number,
    output: () => text.out,
    log: () => text.err,
    readyMs: performance.now() - began,
    async end(signal) {
      if (child.exitCode !== null || child.signalCode !== null) return child.exitCode ?? child.signalCode
      child.kill(signal)
      const [code, ended] = await once(child, 'exit')
      return code ?? ended
    },
  }
}

async function untilReady(child: ChildProcess, text: { out: string; err: string }): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    const failed = (why: string) => reject(new Error(`the system ${why}\n${text.out}\n${text.err}`))
    const timer = setTimeout(() => {
      child.kill('SIGKILL')
      failed('was not ready within 120 s')
    }, 120_000)
    child.stdout?.on('data', () => {
      if (!text.out.includes('Stop with Ctrl-C')) return
      clearTimeout(timer)
      resolve()
    })
    child.once('exit', (code, signal) => {
      clearTimeout(timer)
      failed(`ended with ${code ?? signal}`)
    })
  })
}

/** Starts the system, which must fail; returns the exit code and the error output. */
export async function failedStart(
  env: Readonly<Record<string, string>>,
): Promise<{ code: number | null; output: string }> {
  const child = spawn(process.execPath, [entry], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  child.stderr.on('data', (chunk) => (output += chunk))
  const timer = setTimeout(() => child.kill('SIGKILL'), 120_000)
  const [code] = await once(child, 'exit')
  clearTimeout(timer)
  return { code, output }
}
