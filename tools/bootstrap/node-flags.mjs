// Node flags for programs that build sites; see docs/decisions/0016.
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './console.mjs'

/** Flags for the version of the program `node`. Empty for a version that node-flags.json does not list. */
export function flagsFor(node) {
  const version =
    node === process.execPath ? process.version : execFileSync(node, ['--version'], { encoding: 'utf8' })
  return readFlags()[version.replace(/^v(\d+).*$/s, '$1')] ?? []
}

/** malloc settings; variables that the user has set take precedence. */
export function memoryEnvironment() {
  const { environment, standaloneEnvironment } = readFlags()
  return Object.fromEntries(
    Object.entries({ ...environment, ...standaloneEnvironment }).map(([name, value]) => [
      name,
      process.env[name] ?? value,
    ]),
  )
}

const readFlags = () => JSON.parse(readFileSync(join(root, 'deploy/node-flags.json'), 'utf8'))
