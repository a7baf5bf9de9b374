// Finds a Node that runs TypeScript: the current one, or one installed from npm into .tools.
import { existsSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { fail, reasonOf, runQuietly, toolsDir, withProgress } from './console.mjs'

const nodeVersion = '24.21.0'
const nodeMajor = 24

export async function findNode() {
  if (Number(process.versions.node.split('.')[0]) >= nodeMajor) return process.execPath
  const platform = process.platform === 'win32' ? 'win' : process.platform
  const name = `node-${platform}-${process.arch}`
  const folder = join(toolsDir, 'node')
  const file = join(folder, 'node_modules', name, 'bin', process.platform === 'win32' ? 'node.exe' : 'node')
  if (existsSync(file)) return file
  await withProgress(
    `This is Node ${process.versions.node}; fetching Node ${nodeVersion} into .tools`,
    async () => {
      // Not every version is published for every platform: falls back to the newest of the major version.
      const attempts = []
      for (const version of [nodeVersion, String(nodeMajor)]) {
        const attempt = await npmInstall(folder, `${name}@${version}`)
        if (attempt.ok && existsSync(file)) {
          // Deletes the headers for native add-ons, a third of the package's size.
          rmSync(join(folder, 'node_modules', name, 'include'), { recursive: true, force: true })
          return
        }
        attempts.push(attempt)
      }
      const missing = attempts.every((attempt) => /E404|ETARGET|EBADPLATFORM/.test(attempt.output))
      if (missing)
        fail(
          `There is no Node ${nodeMajor} for ${platform} ${process.arch} on npm; install Node ${nodeMajor} or newer and run again.`,
        )
      fail(`Node ${nodeVersion} could not be fetched: ${reasonOf(attempts[0].output)}`)
    },
  )
  const { ok, output } = await runQuietly(file, ['--version'])
  if (!ok)
    fail(
      `The Node ${nodeVersion} from npm does not run on this machine (${output.trim().split('\n')[0]}); install Node ${nodeMajor} or newer and run again.`,
    )
  return file
}

/**
 * Installs into a temporary folder and renames it, so that an interrupted download leaves no partial program.
 * Install scripts are disabled: these packages contain compiled programs.
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
  const npmFile = process.env.npm_execpath
  if (npmFile && /npm-cli\.c?js$/.test(npmFile)) return runQuietly(process.execPath, [npmFile, ...args])
  return runQuietly('npm', args)
}
