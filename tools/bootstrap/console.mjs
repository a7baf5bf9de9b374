// What the bootstrap says, and the programs it runs silently meanwhile.
import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'

export const root = fileURLToPath(new URL('../..', import.meta.url))
export const toolsDir = fileURLToPath(new URL('../../.tools', import.meta.url))

/** One clear sentence, and the end. */
export function fail(sentence) {
  process.stderr.write(`typecase: ${sentence}\n`)
  process.exit(1)
}

/**
 * Prints the elapsed seconds while `work` runs: a counter on a terminal, otherwise a line every 10 s. `work` gets a
 * function that sets the progress shown beside them.
 */
export async function during(what, work) {
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

/** Settings that hold passwords and keys. Package managers and their install scripts have no use for them. */
const secrets = [
  'ADMIN_PASSWORD',
  'COOKIE_SECRET',
  'DATABASE_URL',
  'NATS_URL',
  'S3_ACCESS_KEY',
  'S3_SECRET_KEY',
  'SERVICE_KEYS',
]

/** The environment without our secrets. Unlike a server, npm also reads registry, proxy and certificate settings. */
export const environmentForTools = (env) =>
  Object.fromEntries(Object.entries(env).filter(([name]) => !secrets.includes(name)))

/** Runs a program to its end without showing its output; `onOutput` gets it in pieces. Answers `{ ok, output }`. */
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
    const keep = (chunk) => {
      output = (output + chunk).slice(-20_000)
      onOutput?.(String(chunk))
    }
    child.stdout.on('data', keep)
    child.stderr.on('data', keep)
    child.on('error', (error) => resolve({ ok: false, output: error.message }))
    child.on('close', (code) => resolve({ ok: code === 0, output }))
  })
}

/** Why a package manager failed, in one sentence where the reason is a common one. */
export function reasonOf(output) {
  if (
    /ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ENETUNREACH|ERR_PNPM_META_FETCH_FAIL|network/i.test(
      output,
    )
  ) {
    return 'the npm registry cannot be reached. The first run needs it; check the network or the proxy settings and run again.'
  }
  if (/ENOSPC/.test(output)) return 'the disk is full.'
  if (/EACCES|EPERM|EROFS/.test(output)) return 'this folder cannot be written to.'
  if (/CERT|certificate/i.test(output))
    return "the registry's certificate is not trusted; name yours in NODE_EXTRA_CA_CERTS."
  if (/ERR_PNPM_OUTDATED_LOCKFILE/.test(output))
    return 'pnpm-lock.yaml does not fit the package.json files; run pnpm install and commit it.'
  return `it said:\n${output.trim().split('\n').slice(-15).join('\n')}`
}
