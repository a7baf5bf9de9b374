/** A program whose templates can become code, for tests of what that code can not do. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { onTestFinished } from 'vitest'

/**
 * A file that is the program, but for a hole: a text that is cut by `slice` and begins with `code:` runs as the body of a function, and
 * what that answers stands in its place. `env` is the environment that the process was started with.
 */
export function programWithHole(program: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'typecase-hole-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const file = join(folder, 'program.mjs')
  writeFileSync(
    file,
    `const { env } = process
    const { slice } = String.prototype
    String.prototype.slice = function (...range) {
      return this.startsWith('code:') ? String(new Function('env', this.substring(5))(env)) : Reflect.apply(slice, this, range)
    }
    await import(${JSON.stringify(pathToFileURL(program).href)})`,
  )
  return file
}
