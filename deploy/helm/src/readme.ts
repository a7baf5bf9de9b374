/** Generates the tables of values in the chart's README from the comments in values.yaml. */
import { parse } from 'yaml'

export interface DocumentedValue {
  readonly path: string
  readonly description: string
  readonly section: string
}

const begin = '<!-- values: written by npm run helm -->'
const end = '<!-- end of values -->'

/** Keys with a comment that starts with `# --`, in file order, each with the title of its `# @section`. */
export function documentedValues(yaml: string): DocumentedValue[] {
  const found: DocumentedValue[] = []
  const path: string[] = []
  let section = ''
  let comment: string[] = []
  for (const line of yaml.split('\n')) {
    const [, title] = /^# @section (.+)$/.exec(line) ?? []
    const [, first, text] = /^ *# (-- )?(.*)$/.exec(line) ?? []
    const [, indent = '', key] = /^( *)([A-Za-z]\w*):/.exec(line) ?? []
    if (title) section = title
    else if (text !== undefined) comment = first ? [text] : comment.length > 0 ? [...comment, text] : []
    else if (key) {
      path.splice(indent.length / 2, path.length, key)
      if (comment.length > 0) found.push({ path: path.join('.'), description: comment.join(' '), section })
      comment = []
    }
  }
  return found
}

/** Values that have no description, neither on the key nor on a parent. */
export function undocumentedValues(yaml: string): string[] {
  const documented = new Set(documentedValues(yaml).map(({ path }) => path))
  const leavesOf = (value: unknown, path: string): string[] => {
    if (documented.has(path)) return []
    const isMap = typeof value === 'object' && value !== null && !Array.isArray(value)
    const entries = isMap ? Object.entries(value) : []
    return entries.length > 0
      ? entries.flatMap(([key, each]) => leavesOf(each, path ? `${path}.${key}` : key))
      : [path]
  }
  return leavesOf(parse(yaml), '')
}

/** The README with the current tables between its two markers. @throws Error when a marker is missing */
export function readmeWith(readme: string, yaml: string): string {
  const [before, rest] = readme.split(begin)
  const [, after] = rest?.split(end) ?? []
  if (before === undefined || after === undefined) throw new Error(`the README has no ${begin} or ${end}`)
  return [before, begin, '\n\n', valuesTables(yaml), '\n', end, after].join('')
}

function valuesTables(yaml: string): string {
  const values = parse(yaml) as unknown
  const sections = Map.groupBy(documentedValues(yaml), ({ section }) => section)
  const tables = [...sections].map(([section, entries]) => {
    const rows = entries.map(({ path, description }) => {
      const value = JSON.stringify(valueAt(values, path))
      return `| \`${path}\` | \`${escaped(value)}\` | ${escaped(description)} |`
    })
    return [`### ${section}`, '', '| Key | Default | Description |', '|---|---|---|', ...rows, ''].join('\n')
  })
  return tables.join('\n')
}

const escaped = (text: string): string => text.replaceAll('|', '\\|')

function valueAt(values: unknown, path: string): unknown {
  let found = values
  for (const key of path.split('.')) found = (found as Record<string, unknown>)[key]
  return found
}
