// Node flags of programs that build sites: docs/decisions/0016.
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './console.mjs'

/** Empty for a Node version without an entry, because an unknown flag prevents the start. */
export function flagsFor(node) {
  const version =
    node === process.execPath ? process.version : execFileSync(node, ['--version'], { encoding: 'utf8' })
  return readFlags()[version.replace(/^v(\d+).*$/s, '$1')] ?? []
}

/** Settings of malloc; variables of the user take precedence. */
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
