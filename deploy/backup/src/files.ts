/** Reads and writes files of text lines, and computes the digest of their content. */
import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { dirname } from 'node:path'
import { pipeline } from 'node:stream/promises'

export interface LinesWritten {
  readonly rows: number
  readonly sha256: string
}

/** Writes a new file that only this user can read, and fsyncs it. */
export async function writeLinesFile(path: string, lines: AsyncIterable<string>): Promise<LinesWritten> {
  const hash = createHash('sha256')
  let rows = 0
  await mkdir(dirname(path), { recursive: true, mode: 0o700 })
  const source = async function* () {
    for await (const line of lines) {
      rows += 1
      const text = `${line}\n`
      hash.update(text)
      yield text
    }
  }
  await pipeline(source, createWriteStream(path, { flags: 'wx', mode: 0o600, flush: true }))
  return { rows, sha256: hash.digest('hex') }
}

export async function digestOfLines(lines: AsyncIterable<string>): Promise<LinesWritten> {
  const hash = createHash('sha256')
  let rows = 0
  for await (const line of lines) {
    rows += 1
    hash.update(`${line}\n`)
  }
  return { rows, sha256: hash.digest('hex') }
}

/** Lines of a file. Splits only at line feeds, because rows may contain other separators such as U+2028. */
export async function* linesOfFile(path: string): AsyncGenerator<string> {
  let rest = ''
  for await (const chunk of createReadStream(path, { encoding: 'utf8' })) {
    const lines = (rest + chunk).split('\n')
    rest = lines.pop() ?? ''
    yield* lines
  }
  if (rest !== '') yield rest
}
