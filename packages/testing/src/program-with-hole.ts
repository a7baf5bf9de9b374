/** Injects code into a program, to test what such code cannot do. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { onTestFinished } from 'vitest'

/**
 * Writes a wrapper of the program to a file. In it, `slice` of a text that starts with `code:` runs the rest
 * as a function body and returns its result. The parameter `env` is the environment of the process.
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
