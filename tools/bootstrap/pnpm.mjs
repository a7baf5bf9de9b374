// Finds pnpm: the pinned version in .tools, or the same major version on PATH.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { fail, reasonOf, runQuietly, toolsDir, withProgress } from './console.mjs'
import { npmInstall } from './node.mjs'

/** Not in the `packageManager` field of package.json: corepack and pnpm would query the registry first. */
const pnpmVersion = '12.21.0'

export async function findPnpm() {
  const name = `exe.${process.platform}-${process.arch}${isMusl() ? '-musl' : ''}`
  const folder = join(toolsDir, 'pnpm')
  const file = join(folder, 'node_modules', '@pnpm', name, process.platform === 'win32' ? 'pnpm.exe' : 'pnpm')
  if (existsSync(file)) return file
  if (await isOnPath()) return 'pnpm'
  await withProgress(`Fetching pnpm ${pnpmVersion} into .tools`, async () => {
    const { ok, output } = await npmInstall(folder, `@pnpm/${name}@${pnpmVersion}`)
    if (ok && existsSync(file)) return
    if (/E404|ETARGET|EBADPLATFORM/.test(output))
      fail(
        `There is no pnpm ${pnpmVersion} for ${process.platform} ${process.arch}; install pnpm 12 and run again.`,
      )
    fail(`pnpm ${pnpmVersion} could not be fetched: ${reasonOf(output)}`)
  })
  return file
}

/**
 * Disables corepack's network access. A corepack shim that would have to download pnpm fails, so it does not
 * count as pnpm.
 */
async function isOnPath() {
  const { ok, output } = await runQuietly('pnpm', ['--version'], {
    env: { COREPACK_ENABLE_NETWORK: '0' },
    limitMs: 5_000,
  })
  return ok && output.trim().split('.')[0] === pnpmVersion.split('.')[0]
}

const isMusl = () => process.platform === 'linux' && !process.report.getReport().header.glibcVersionRuntime
