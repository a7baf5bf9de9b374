// Installs packages when the lockfile has changed since the last installation.
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'
import { fail, reasonOf, root, runQuietly, withProgress } from './console.mjs'
import { findPnpm } from './pnpm.mjs'

const stampFile = join(root, 'node_modules', '.typecase-packages.json')
const lockfile = join(root, 'pnpm-lock.yaml')

/** pnpm arguments by level: `production` installs what the server needs, `all` adds development tools. */
const selection = {
  production: ['--prod', '--filter-prod', '@typecase/standalone...'],
  all: [],
}

export const isFirstRun = () => !existsSync(stampFile)

/**
 * Installs the packages of a level. After an installation of level `all`, later installations have that level
 * too.
 */
export async function installPackages(level, node) {
  const digest = lockDigest()
  const stamp = readStamp()
  const targetLevel = stamp.level === 'all' ? 'all' : level
  if (stamp.digest === digest && stamp.level === targetLevel) return
  const pnpm = await findPnpm()
  const what =
    targetLevel === 'production' ? 'Installing the packages of the server' : 'Installing all packages'
  await withProgress(what, async (report) => {
    const args = ['install', '--frozen-lockfile', '--reporter=append-only', ...selection[targetLevel]]
    const { ok, output } = await runQuietly(pnpm, args, {
      env: environment(node),
      onOutput: progressTo(report),
    })
    if (!ok) fail(`The packages could not be installed: ${reasonOf(output)}`)
  })
  writeFileSync(stampFile, JSON.stringify({ digest, level: targetLevel }))
}

export const areAllInstalled = () => {
  const { digest, level } = readStamp()
  return level === 'all' && digest === lockDigest()
}

/** @throws Error with the reason in one sentence */
export async function copyAdminWithPackages(folder, node, { signal, report }) {
  const args = ['--filter', '@typecase/admin', 'deploy', '--prod', '--reporter=append-only', folder]
  const { ok, output } = await runQuietly(await findPnpm(), args, {
    env: environment(node),
    signal,
    onOutput: progressTo(report),
  })
  if (!ok) throw new Error(`its packages could not be installed: ${reasonOf(output)}`)
}

/** Runs install scripts with the same Node as everything else. */
const environment = (node) => ({ CI: 'true', PATH: `${dirname(node)}${delimiter}${process.env.PATH}` })

/** Reports progress from pnpm's lines "Progress: resolved 294, reused 0, downloaded 12, added 10". */
function progressTo(report) {
  return (text) => {
    const counts = [...text.matchAll(/resolved (\d+), reused \d+, downloaded \d+, added (\d+)/g)].at(-1)
    if (counts && counts[1] !== '0') report(`${counts[2]} of ${counts[1]} packages`)
  }
}

const lockDigest = () =>
  createHash('sha256')
    .update(readFileSync(lockfile))
    .update(`${process.platform} ${process.arch}`)
    .digest('hex')

function readStamp() {
  try {
    return existsSync(stampFile) ? JSON.parse(readFileSync(stampFile, 'utf8')) : {}
  } catch {
    return {}
  }
}
