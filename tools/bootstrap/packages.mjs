// Installs what the lockfile says, when it says something else than last time.
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'
import { during, fail, reasonOf, root, runQuietly } from './console.mjs'
import { findPnpm } from './pnpm.mjs'

const stampFile = join(root, 'node_modules', '.typecase-packages.json')
const adminStampFile = join(root, 'node_modules', '.typecase-admin-packages.json')
const lockfile = join(root, 'pnpm-lock.yaml')

/** `level`: 'production' is what the server needs to run, 'all' adds what developers need and satisfies both. */
export async function installPackages(level, node) {
  const digest = lockDigest()
  const stamp = readStamp(stampFile)
  const enough = stamp.level === 'all' || stamp.level === level
  if (stamp.digest === digest && enough) return
  // A developer's folder stays one, also when only the server is started.
  const wanted = stamp.level === 'all' ? 'all' : level
  const only = wanted === 'production' ? ['--prod', '--filter-prod', '@typecase/standalone...'] : []
  const pnpm = await findPnpm()
  await during(wanted === 'production' ? 'Installing the packages of the server' : 'Installing all packages', async () => {
    const env = {
      CI: 'true',
      // Install scripts run under the same Node as everything else.
      PATH: `${dirname(node)}${delimiter}${process.env.PATH}`,
    }
    const { ok, output } = await runQuietly(pnpm, ['install', '--frozen-lockfile', ...only], { env })
    if (!ok) fail(`The packages could not be installed: ${reasonOf(output)}`)
  })
  writeFileSync(stampFile, JSON.stringify({ digest, level: wanted }))
}

/** Adds the packages of the web interface to those of the server. @throws Error with the reason in one sentence */
export async function installAdminPackages(node, signal) {
  const digest = lockDigest()
  const all = readStamp(stampFile)
  if ((all.level === 'all' && all.digest === digest) || readStamp(adminStampFile).digest === digest) return
  const env = { CI: 'true', PATH: `${dirname(node)}${delimiter}${process.env.PATH}` }
  const args = ['install', '--frozen-lockfile', '--filter', '@typecase/admin']
  const { ok, output } = await runQuietly(await findPnpm(), args, { env, signal })
  if (!ok) throw new Error(`its packages could not be installed: ${reasonOf(output)}`)
  writeFileSync(adminStampFile, JSON.stringify({ digest }))
}

const lockDigest = () => createHash('sha256').update(readFileSync(lockfile)).update(`${process.platform} ${process.arch}`).digest('hex')

function readStamp(file) {
  try {
    return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {}
  } catch {
    return {}
  }
}
