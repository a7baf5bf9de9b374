import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/**
 * Digest of the code of these packages and of the Node version. Publishers with different digests, as during
 * a rolling update, may render differently, so they do not share a build.
 */
export function codeVersion(packages: readonly string[]): string {
  const hash = createHash('sha256').update(process.version)
  for (const folder of packages) {
    const sources = readdirSync(join(folder, 'src'), { recursive: true, encoding: 'utf8' }).filter((name) =>
      /(?<!\.test)\.ts$/.test(name),
    )
    for (const name of ['package.json', ...sources.map((source) => join('src', source)).sort()])
      hash.update(`${name}\n`).update(readFileSync(join(folder, name)))
  }
  return hash.digest('hex').slice(0, 16)
}
