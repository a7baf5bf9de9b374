// Prints the progress of the bootstrap, and runs programs without showing their output.
import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'

export const root = fileURLToPath(new URL('../..', import.meta.url))
export const toolsDir = fileURLToPath(new URL('../../.tools', import.meta.url))

export function fail(sentence) {
  process.stderr.write(`typecase: ${sentence}\n`)
  process.exit(1)
}

/**
 * Prints the elapsed seconds while `work` runs: a counter on a terminal, otherwise a line every 10 s. `work`
 * receives a function that sets the progress text.
 */
export async function withProgress(what, work) {
  const started = Date.now()
  const seconds = () => ((Date.now() - started) / 1000).toFixed(1)
  const out = process.stderr
  const line = (text) => out.write(out.isTTY ? `\r\x1b[K${text}` : `${text}\n`)
  let progress = ''
  line(`${what} ...`)
  const timer = setInterval(() => line(`${what} ... ${progress}${seconds()} s`), out.isTTY ? 200 : 10_000)
  try {
    const result = await work((text) => {
      progress = `${text}, `
    })
    line(`${what}: ${seconds()} s`)
    return result
  } finally {
    clearInterval(timer)
    if (out.isTTY) out.write('\n')
  }
}

/** Secrets that package managers and their install scripts do not receive. */
const secrets = [
  'ADMIN_PASSWORD',
  'COOKIE_SECRET',
  'DATABASE_URL',
  'NATS_URL',
  'S3_ACCESS_KEY',
  'S3_SECRET_KEY',
  'SERVICE_KEYS',
]

/** Removes only secrets: npm reads its registry, proxy and certificates from other variables. */
export const environmentForTools = (env) =>
  Object.fromEntries(Object.entries(env).filter(([name]) => !secrets.includes(name)))

/**
 * Runs a program without showing its output, and returns the last 20,000 characters of that output.
 * `onOutput` receives every chunk of the output.
 */
export function runQuietly(
  command,
  args,
  { env = {}, cwd = root, limitMs = 15 * 60_000, signal, onOutput } = {},
) {
  return new Promise((resolve) => {
    const isScript = process.platform === 'win32' && !command.endsWith('.exe')
    const child = spawn(command, args, {
      cwd,
      env: { ...environmentForTools(process.env), ...env },
      shell: isScript,
      timeout: limitMs,
      signal,
    })
    let output = ''
    const append = (chunk) => {
      output = (output + chunk).slice(-20_000)
      onOutput?.(String(chunk))
    }
    child.stdout.on('data', append)
    child.stderr.on('data', append)
    child.on('error', (error) => resolve({ ok: false, output: error.message }))
    child.on('close', (code) => resolve({ ok: code === 0, output }))
  })
}

/** Explains common errors of a package manager in one sentence; otherwise quotes the end of its output. */
export function reasonOf(output) {
  if (
    /ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ENETUNREACH|ERR_PNPM_META_FETCH_FAIL|network/i.test(
      output,
    )
  ) {
    return 'the npm registry cannot be reached. The first run needs it: check the network or the proxy settings and run again.'
  }
  if (/ENOSPC/.test(output)) return 'the disk is full.'
  if (/EACCES|EPERM|EROFS/.test(output)) return 'this folder is not writable.'
  if (/CERT|certificate/i.test(output))
    return "the registry's certificate is not trusted: name its authority in NODE_EXTRA_CA_CERTS."
  if (/ERR_PNPM_OUTDATED_LOCKFILE/.test(output))
    return 'pnpm-lock.yaml does not match the package.json files: run `npm run packages -- install --lockfile-only`.'
  return `its output ends with:\n${output.trim().split('\n').slice(-15).join('\n')}`
}
