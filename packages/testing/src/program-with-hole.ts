/** Injects code into a program, so that tests can check what hostile code in that program cannot do. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { onTestFinished } from 'vitest'

/**
 * Writes the program with a backdoor to a file: calling `slice` on a string that starts with `code:` runs the
 * rest of the string as a function body and returns its result. The code can read the environment as `env`.
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
