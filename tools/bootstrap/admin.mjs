// Builds the web interface into .tools/admin. Each build has a folder named after the digest of its sources.
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { root, runQuietly, toolsDir, withProgress } from './console.mjs'
import { areAllInstalled, copyAdminWithPackages } from './packages.mjs'

const admin = join(root, 'apps/admin')
const sources = ['apps/admin', 'packages/client/src', 'packages/transfer/src', 'packages/kernel/src'].map(
  (path) => join(root, path),
)
const built = join(toolsDir, 'admin')
const buildFolder = join(toolsDir, 'admin-build')
const excluded = /(^|\/)(node_modules|dist)(\/|$)|\.test\.tsx?$/
/** Older builds are kept because a running server may still serve them. */
const maxBuilds = 3

export function adminFolder() {
  const digest = createHash('sha256')
  for (const file of sources.flatMap(filesBelow))
    digest.update(relative(root, file)).update('\0').update(readFileSync(file))
  return join(built, digest.digest('hex').slice(0, 16))
}

/**
 * Builds the web interface into `folder` unless a build exists there. After an error it writes the file
 * `failed` into the folder and does not throw, because the services also run without the web interface.
 */
export async function buildAdmin(node, folder) {
  if (existsSync(join(folder, 'index.html'))) return
  const stopping = new AbortController()
  const stop = () => stopping.abort()
  process.once('exit', stop)
  rmSync(folder, { recursive: true, force: true })
  try {
    await withProgress('Building the web interface', (report) =>
      build(node, folder, { signal: stopping.signal, report }),
    )
    pruneBuilds(folder)
  } catch (error) {
    mkdirSync(folder, { recursive: true })
    writeFileSync(join(folder, 'failed'), '')
    process.stderr.write(`The web interface could not be built; the services still run. ${error.message}\n`)
  } finally {
    process.off('exit', stop)
    rmSync(buildFolder, { recursive: true, force: true })
  }
}

async function build(node, folder, { signal, report }) {
  const source = areAllInstalled() ? admin : buildFolder
  if (source === buildFolder) {
    rmSync(buildFolder, { recursive: true, force: true })
    await copyAdminWithPackages(buildFolder, node, { signal, report })
  }
  const env = { NODE_ENV: 'production' }
  const { ok, output } = await runQuietly(node, [join(source, 'build.ts'), folder], { signal, env })
  if (!ok) throw new Error(output.trim())
}

function filesBelow(folder) {
  return readdirSync(folder, { withFileTypes: true })
    .map((entry) => ({ entry, path: join(folder, entry.name) }))
    .filter(({ path }) => !excluded.test(relative(root, path).replaceAll('\\', '/')))
    .sort((a, b) => (a.path < b.path ? -1 : 1))
    .flatMap(({ entry, path }) => (entry.isDirectory() ? filesBelow(path) : [path]))
}

function pruneBuilds(newest) {
  const others = readdirSync(built)
    .map((name) => join(built, name))
    .filter((path) => path !== newest)
    .sort((a, b) => statSync(b).mtimeMs - statSync(a).mtimeMs)
  for (const path of others.slice(maxBuilds - 1)) rmSync(path, { recursive: true, force: true })
}
