// Builds the web interface, once for each state of its sources, below .tools.
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { during, root, runQuietly, toolsDir } from './console.mjs'
import { areAllInstalled, copyAdminWithPackages } from './packages.mjs'

const sources = join(root, 'apps/admin')
const built = join(toolsDir, 'admin')
/** Holds the packages of the build while it runs; the server itself needs none of them. */
const workshop = join(toolsDir, 'admin-build')
/** What does not go into it. */
const beside = /(^|\/)(node_modules|dist)(\/|$)|\.test\.tsx?$/
/** So many forms of it are kept: a system that still runs may serve an older one. */
const kept = 3

/** Where the form of these sources is, or will be. */
export function adminFolder() {
  const digest = createHash('sha256')
  for (const file of filesBelow(sources))
    digest.update(relative(sources, file)).update('\0').update(readFileSync(file))
  return join(built, digest.digest('hex').slice(0, 16))
}

/** Builds it into that folder where it is not built yet. A failure is told, and leaves a mark for who looks; nothing else depends on it. */
export async function buildAdmin(node, folder) {
  if (existsSync(join(folder, 'index.html'))) return
  const stopping = new AbortController()
  const stop = () => stopping.abort()
  process.once('exit', stop)
  rmSync(folder, { recursive: true, force: true })
  try {
    await during('Building the web interface', (report) =>
      build(node, folder, { signal: stopping.signal, report }),
    )
    forgetOld(folder)
  } catch (error) {
    mkdirSync(folder, { recursive: true })
    writeFileSync(join(folder, 'failed'), '')
    process.stderr.write(`The web interface could not be built; everything else runs. ${error.message}\n`)
  } finally {
    process.off('exit', stop)
    rmSync(workshop, { recursive: true, force: true })
  }
}

async function build(node, folder, { signal, report }) {
  const place = areAllInstalled() ? sources : workshop
  if (place === workshop) {
    rmSync(workshop, { recursive: true, force: true })
    await copyAdminWithPackages(workshop, node, { signal, report })
  }
  const env = { NODE_ENV: 'production' }
  const { ok, output } = await runQuietly(node, [join(place, 'build.ts'), folder], { signal, env })
  if (!ok) throw new Error(output.trim())
}

function filesBelow(folder) {
  return readdirSync(folder, { withFileTypes: true })
    .map((entry) => ({ entry, path: join(folder, entry.name) }))
    .filter(({ path }) => !beside.test(relative(sources, path).replaceAll('\\', '/')))
    .sort((a, b) => (a.path < b.path ? -1 : 1))
    .flatMap(({ entry, path }) => (entry.isDirectory() ? filesBelow(path) : [path]))
}

function forgetOld(newest) {
  const others = readdirSync(built)
    .map((name) => join(built, name))
    .filter((path) => path !== newest)
    .sort((a, b) => statSync(b).mtimeMs - statSync(a).mtimeMs)
  for (const path of others.slice(kept - 1)) rmSync(path, { recursive: true, force: true })
}
