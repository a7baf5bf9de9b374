import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { onPath, toolsDir } from './choose.ts'

const run = promisify(execFile)

export const hasDebianPackages = (): boolean =>
  process.platform === 'linux' && Boolean(onPath('apt-get') && onPath('dpkg'))

/**
 * Unpacks Debian packages, and dependencies that are not installed, into the tools folder. Needs no root, and
 * does nothing if `probe` exists. Returns the folder.
 * @param probe path of a file in the packages
 */
export async function unpackDebian(
  name: string,
  packages: readonly string[],
  probe: string,
  print: (line: string) => void,
): Promise<string> {
  const target = join(toolsDir, 'debian', name)
  if (existsSync(join(target, probe))) return target
  print(`fetching the Debian packages ${packages.join(', ')} (once)`)
  await mkdir(join(toolsDir, 'debian'), { recursive: true })
  const draft = await mkdtemp(join(toolsDir, 'debian', `.${name}-`))
  try {
    const apt = await aptOptions(packages)
    const plan = await run('apt-get', ['install', '-s', '--no-install-recommends', ...apt, ...packages], {
      env: plainEnv(),
    })
    const missing = [...plan.stdout.matchAll(/^Inst (\S+)/gm)].map((match) => match[1] as string)
    // The plan omits requested packages that are installed. They are downloaded too, because the caller needs
    // their files in the tools folder.
    const names = [...new Set([...missing, ...packages])]
    await run('apt-get', ['download', ...apt, ...names], { cwd: draft, env: plainEnv(), maxBuffer: 1 << 26 })
    const root = join(draft, 'root')
    await mkdir(root)
    for (const file of await readdir(draft)) {
      if (file.endsWith('.deb')) await run('dpkg', ['-x', join(draft, file), root])
    }
    if (!existsSync(join(root, probe)))
      throw new Error(`the Debian packages ${packages.join(', ')} do not contain ${probe}`)
    await moveIntoPlace(root, target, probe)
    return target
  } finally {
    await rm(draft, { recursive: true, force: true })
  }
}

/** Renames `root` to `target`. Keeps an existing target that has `probe`: a concurrent run created it. */
async function moveIntoPlace(root: string, target: string, probe: string): Promise<void> {
  try {
    await rename(root, target)
  } catch (error) {
    if (!existsSync(join(target, probe))) throw error
  }
}

const plainEnv = () => ({ ...process.env, LC_ALL: 'C', DEBIAN_FRONTEND: 'noninteractive' })

/** Options for package lists in the tools folder, without root; empty if the machine's lists suffice. */
async function aptOptions(packages: readonly string[]): Promise<string[]> {
  if (await hasCandidates(packages, [])) return []
  const state = join(toolsDir, 'debian', 'apt')
  await mkdir(join(state, 'lists', 'partial'), { recursive: true })
  await mkdir(join(state, 'cache', 'archives', 'partial'), { recursive: true })
  const options = [
    '-o',
    `Dir::State::Lists=${join(state, 'lists')}`,
    '-o',
    `Dir::Cache=${join(state, 'cache')}`,
  ]
  await run('apt-get', ['update', ...options], { env: plainEnv(), maxBuffer: 1 << 26 })
  if (!(await hasCandidates(packages, options))) throw new Error(`apt has no package ${packages.join(', ')}`)
  return options
}

async function hasCandidates(packages: readonly string[], options: readonly string[]): Promise<boolean> {
  const { stdout } = await run('apt-cache', ['policy', ...options, ...packages], { env: plainEnv() })
  return stdout.match(/Candidate: (?!\(none\))/g)?.length === packages.length
}
