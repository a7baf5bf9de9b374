// Finds pnpm: version 12 on PATH, or the pinned version in .tools.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { fail, reasonOf, runQuietly, toolsDir, withProgress } from './console.mjs'
import { npmInstall } from './node.mjs'

/** Pinned here: a `packageManager` field makes corepack and pnpm query the registry first. */
const wanted = '12.21.0'

export async function findPnpm() {
  const name = `exe.${process.platform}-${process.arch}${isMusl() ? '-musl' : ''}`
  const folder = join(toolsDir, 'pnpm')
  const file = join(folder, 'node_modules', '@pnpm', name, process.platform === 'win32' ? 'pnpm.exe' : 'pnpm')
  if (existsSync(file)) return file
  if (await isOnPath()) return 'pnpm'
  await withProgress(`Fetching pnpm ${wanted} into .tools`, async () => {
    const { ok, output } = await npmInstall(folder, `@pnpm/${name}@${wanted}`)
    if (ok && existsSync(file)) return
    if (/E404|ETARGET|EBADPLATFORM/.test(output))
      fail(
        `There is no pnpm ${wanted} for ${process.platform} ${process.arch}; install pnpm 12 and run again.`,
      )
    fail(`pnpm ${wanted} could not be fetched: ${reasonOf(output)}`)
  })
  return file
}

/** Checked offline, so that a corepack shim without pnpm does not count. */
async function isOnPath() {
  const { ok, output } = await runQuietly('pnpm', ['--version'], {
    env: { COREPACK_ENABLE_NETWORK: '0' },
    limitMs: 5_000,
  })
  return ok && output.trim().split('.')[0] === wanted.split('.')[0]
}

const isMusl = () => process.platform === 'linux' && !process.report.getReport().header.glibcVersionRuntime
