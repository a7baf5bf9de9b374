// Finds a Node that runs TypeScript: this one, or one from the npm registry in the tools folder.
import { existsSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { fail, reasonOf, runQuietly, toolsDir, withProgress } from './console.mjs'

const wanted = '24.21.0'
const wantedMajor = 24

export async function findNode() {
  if (Number(process.versions.node.split('.')[0]) >= wantedMajor) return process.execPath
  const platform = process.platform === 'win32' ? 'win' : process.platform
  const name = `node-${platform}-${process.arch}`
  const folder = join(toolsDir, 'node')
  const file = join(folder, 'node_modules', name, 'bin', process.platform === 'win32' ? 'node.exe' : 'node')
  if (existsSync(file)) return file
  await withProgress(
    `This is Node ${process.versions.node}; fetching Node ${wanted} into .tools`,
    async () => {
      // Tries the newest version of the same major one, because not all exist for every platform.
      const attempts = []
      for (const version of [wanted, String(wantedMajor)]) {
        const attempt = await npmInstall(folder, `${name}@${version}`)
        if (attempt.ok && existsSync(file)) {
          // Removes headers for native add-ons, a third of the package.
          rmSync(join(folder, 'node_modules', name, 'include'), { recursive: true, force: true })
          return
        }
        attempts.push(attempt)
      }
      const missing = attempts.every((attempt) => /E404|ETARGET|EBADPLATFORM/.test(attempt.output))
      if (missing)
        fail(
          `There is no Node ${wantedMajor} for ${platform} ${process.arch} on npm; install Node ${wantedMajor} or newer and run again.`,
        )
      fail(`Node ${wanted} could not be fetched: ${reasonOf(attempts[0].output)}`)
    },
  )
  const { ok, output } = await runQuietly(file, ['--version'])
  if (!ok)
    fail(
      `The Node ${wanted} from npm does not run on this machine (${output.trim().split('\n')[0]}); install Node ${wantedMajor} or newer and run again.`,
    )
  return file
}

/**
 * Installs into a temporary folder and renames it, so that an interrupted download leaves nothing. Runs no
 * scripts.
 */
export async function npmInstall(folder, spec) {
  const temporary = `${folder}.new`
  rmSync(temporary, { recursive: true, force: true })
  const result = await npm(temporary, spec)
  if (!result.ok) return result
  rmSync(folder, { recursive: true, force: true })
  renameSync(temporary, folder)
  return result
}

function npm(folder, spec) {
  const args = [
    'install',
    '--prefix',
    folder,
    '--no-save',
    '--no-package-lock',
    '--ignore-scripts',
    '--no-audit',
    '--no-fund',
    spec,
  ]
  const own = process.env.npm_execpath
  if (own && /npm-cli\.c?js$/.test(own)) return runQuietly(process.execPath, [own, ...args])
  return runQuietly('npm', args)
}
