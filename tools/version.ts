/**
 * The product version, in the root package.json. The chart has a copy, because the chart is published alone.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const manifest = 'package.json'
const chart = 'deploy/helm/typecase/Chart.yaml'
const pattern = /^(0|[1-9]\d*)\.(0|[1-9]\d*)\.(0|[1-9]\d*)$/

export const increments = ['major', 'minor', 'patch'] as const

export function readVersion(root: string): string {
  return (JSON.parse(readFileSync(join(root, manifest), 'utf8')) as { version: string }).version
}

/** Replaces the version in package.json and in the chart. */
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

/**
 * `requested` is a version, or the part to increment. Undefined if it is invalid or not newer than `current`.
 */
export function nextVersion(current: string, requested: string): string | undefined {
  const now = numbersOf(current)
  const [major = 0, minor = 0, patch = 0] = now ?? []
  if (requested === 'major') return `${major + 1}.0.0`
  if (requested === 'minor') return `${major}.${minor + 1}.0`
  if (requested === 'patch') return `${major}.${minor}.${patch + 1}`
  const next = numbersOf(requested)
  if (!now || !next) return undefined
  const first = next.findIndex((number, index) => number !== now[index])
  return first !== -1 && (next[first] ?? 0) > (now[first] ?? 0) ? requested : undefined
}

/** True if major and minor version are equal. */
export const isPatch = (current: string, next: string): boolean => minorOf(current) === minorOf(next)

const minorOf = (version: string): string => version.slice(0, version.lastIndexOf('.'))

const numbersOf = (version: string): number[] | undefined => pattern.exec(version)?.slice(1).map(Number)
