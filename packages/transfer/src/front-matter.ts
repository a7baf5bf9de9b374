/** Front matter in YAML (`---`), TOML (`+++`) or JSON (`{`), and the body after it. */
import { parse as parseToml } from 'smol-toml'
import { parseDocument, stringify } from 'yaml'
import { messageOf, TransferError } from './errors.ts'
import { shown } from './source/safe-path.ts'

export interface Matter {
  readonly fields: Readonly<Record<string, unknown>>
  /** Text after the front matter, unchanged. */
  readonly body: string
  readonly format: 'yaml' | 'toml' | 'json' | 'none'
}

/** Maximum characters of front matter. */
const longestMatter = 2 ** 20

/** Splits and parses a file. @throws TransferError DAMAGED with the file and the reason */
export function readMatter(text: string, file: string): Matter {
  const start = text.startsWith('\uFEFF') ? text.slice(1) : text
  try {
    if (/^---[ \t]*\r?\n/.test(start)) return fenced(start, '---', 'yaml', parseYaml)
    if (/^\+\+\+[ \t]*\r?\n/.test(start))
      return fenced(start, '+++', 'toml', (source) => plain(parseToml(source)))
    if (start.startsWith('{')) return jsonMatter(start)
  } catch (error) {
    throw new TransferError('DAMAGED', `front matter of ${shown(file)}: ${messageOf(error)}`)
  }
  return { fields: {}, body: text, format: 'none' }
}

/** Writes YAML front matter in the order of insertion, and the exact body. */
export function writeMatter(fields: Readonly<Record<string, unknown>>, body: string): string {
  return `---\n${stringify(fields, { lineWidth: 0, aliasDuplicateObjects: false })}---\n${body}`
}

function fenced(
  text: string,
  fence: string,
  format: 'yaml' | 'toml',
  parse: (source: string) => Record<string, unknown>,
): Matter {
  const begin = text.indexOf('\n') + 1
  for (let at = begin; at <= text.length; ) {
    const newline = text.indexOf('\n', at)
    const end = newline === -1 ? text.length : newline
    if (text.slice(at, end).trimEnd() === fence) {
      if (at - begin > longestMatter) throw new Error('it has more than 1,048,576 characters')
      return { fields: parse(text.slice(begin, at)), body: text.slice(end + 1), format }
    }
    if (newline === -1) break
    at = newline + 1
  }
  // A file that starts with a thematic break has no front matter.
  return { fields: {}, body: text, format: 'none' }
}

function parseYaml(source: string): Record<string, unknown> {
  const document = parseDocument(source, { prettyErrors: true, uniqueKeys: false })
  const [error] = document.errors
  if (error) throw error
  // Limits YAML aliases, because an attack could expand them to fill the memory.
  return record(document.toJS({ maxAliasCount: 100 }) ?? {})
}

/** JSON front matter ends at the first line that ends with `}` and completes valid JSON. */
function jsonMatter(text: string): Matter {
  for (let end = text.indexOf('}'); end !== -1 && end < longestMatter; end = text.indexOf('}', end + 1)) {
    const next = text[end + 1]
    if (next !== undefined && next !== '\n' && next !== '\r') continue
    try {
      const fields = record(JSON.parse(text.slice(0, end + 1)))
      return { fields, body: text.slice(end + 1).replace(/^\r?\n/, ''), format: 'json' }
    } catch (error) {
      if (!(error instanceof SyntaxError)) throw error
    }
  }
  return { fields: {}, body: text, format: 'none' }
}

/** Converts TOML dates to text, as in other formats, and bigints to numbers. */
function plain(value: unknown): Record<string, unknown> {
  return record(
    JSON.parse(JSON.stringify(value, (_key, field) => (typeof field === 'bigint' ? Number(field) : field))),
  )
}

function record(value: unknown): Record<string, unknown> {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new Error('it is not a mapping of names to values')
  return value as Record<string, unknown>
}
