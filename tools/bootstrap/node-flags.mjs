// The flags of Node for programs that make sites.
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './console.mjs'

/** Those of that Node; none for a version of which nobody has tried whether it knows them: it would not start. */
export function flagsFor(node) {
  const version =
    node === process.execPath ? process.version : execFileSync(node, ['--version'], { encoding: 'utf8' })
  return known()[version.replace(/^v(\d+).*$/s, '$1')] ?? []
}

/** What their C library is told by the environment, unless the user says something else. */
export function memoryEnvironment() {
  const { environment, environmentOfAllInOne } = known()
  return Object.fromEntries(
    Object.entries({ ...environment, ...environmentOfAllInOne }).map(([name, value]) => [
      name,
      process.env[name] ?? value,
    ]),
  )
}

const known = () => JSON.parse(readFileSync(join(root, 'deploy/node-flags.json'), 'utf8'))
