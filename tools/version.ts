/** Version of the product in the root package.json. The chart has a copy, because it is published alone. */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const manifest = 'package.json'
const chart = 'deploy/helm/typecase/Chart.yaml'
const pattern = /^(0|[1-9]\d*)\.(0|[1-9]\d*)\.(0|[1-9]\d*)$/

export const increments = ['major', 'minor', 'patch'] as const

export function readVersion(root: string): string {
  return (JSON.parse(readFileSync(join(root, manifest), 'utf8')) as { version: string }).version
}

/** Changes the version in package.json and in the chart. */
export function writeVersion(root: string, version: string): void {
  const write = (file: string, change: (text: string) => string) =>
    writeFileSync(join(root, file), change(readFileSync(join(root, file), 'utf8')))
  write(manifest, (text) => text.replace(/"version": "[^"]*"/, `"version": "${version}"`))
  write(chart, (text) =>
    text
      .replace(/^version: .*$/m, `version: ${version}`)
      .replace(/^appVersion: .*$/m, `appVersion: "${version}"`),
  )
}

/** `wanted` is a version or the part to increment. Undefined unless it results in a newer version. */
export function nextVersion(current: string, wanted: string): string | undefined {
  const now = numbersOf(current)
  const [major = 0, minor = 0, patch = 0] = now ?? []
  if (wanted === 'major') return `${major + 1}.0.0`
  if (wanted === 'minor') return `${major}.${minor + 1}.0`
  if (wanted === 'patch') return `${major}.${minor}.${patch + 1}`
  const next = numbersOf(wanted)
  if (!now || !next) return undefined
  const first = next.findIndex((number, index) => number !== now[index])
  return first !== -1 && (next[first] ?? 0) > (now[first] ?? 0) ? wanted : undefined
}

/** True if only the last number differs. */
export const isPatch = (current: string, next: string): boolean => minorOf(current) === minorOf(next)

const minorOf = (version: string): string => version.slice(0, version.lastIndexOf('.'))

const numbersOf = (version: string): number[] | undefined => pattern.exec(version)?.slice(1).map(Number)
