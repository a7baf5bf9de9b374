/** A program that runs code from its templates, to test what that code cannot do. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { onTestFinished } from 'vitest'

/**
 * Copies the program with a hole: text that starts with `code:` and is cut by `slice` runs as a function
 * body, whose result replaces the text.
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
