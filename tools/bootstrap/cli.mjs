// Bundles the command line into one file below .tools/cli, in a folder named after the digest of its sources.
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { join, relative } from 'node:path'
import { fail, root, runQuietly, toolsDir } from './console.mjs'

const sources = ['apps/cli', 'packages/client/src', 'packages/transfer/src', 'packages/kernel/src']
const built = join(toolsDir, 'cli')

/** Path of the bundle that belongs to the current sources; it may not exist yet. */
export function cliFile() {
  const digest = createHash('sha256')
  for (const file of sources.flatMap((path) => filesBelow(join(root, path))))
    digest.update(relative(root, file)).update('\0').update(readFileSync(file))
  return join(built, digest.digest('hex').slice(0, 16), 'typecase.mjs')
}

/** Builds the bundle unless the file exists. All packages must be installed. */
export async function buildCli(node, file) {
  if (existsSync(file)) return
  rmSync(built, { recursive: true, force: true })
  const partial = `${file}.partial`
  const { ok, output } = await runQuietly(node, [join(root, 'apps/cli/build.ts'), partial])
  if (!ok) fail(`The command line could not be built: ${output.trim()}`)
  renameSync(partial, file)
}

function filesBelow(path) {
  if (!existsSync(path)) return []
  const entries = readdirSync(path, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1))
  return entries.flatMap((entry) => {
    if (entry.name === 'node_modules' || /\.test\.ts$/.test(entry.name)) return []
    const file = join(path, entry.name)
    return entry.isDirectory() ? filesBelow(file) : [file]
  })
}
