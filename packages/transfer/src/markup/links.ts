/** Changes URLs of links and images in Markdown and HTML. Uses a parser, so URLs in text and code stay. */
import remarkGfm from 'remark-gfm'
import remarkParse from 'remark-parse'
import { unified } from 'unified'

interface Node {
  readonly type: string
  readonly url?: string
  readonly value?: string
  readonly children?: readonly Node[]
  readonly position?: {
    readonly start: { readonly offset?: number }
    readonly end: { readonly offset?: number }
  }
}

interface Change {
  readonly start: number
  readonly end: number
  readonly text: string
}

const parser = unified().use(remarkParse).use(remarkGfm)

/** Finds possible destinations cheaply. The body is parsed only if one of them would change. */
const candidates =
  /\]\(\s*<?([^\s)>]+)|\]:\s*<?([^\s>]+)|\b(?:src|href|poster)\s*=\s*["']([^"']+)|<(https?:[^>\s]+)>|(https?:\/\/[^\s<>"')\]]+)/g
const attributes = /\b(src|href|poster)(\s*=\s*)(["'])([^"']*)\3/gi
const imageSets = /\b(srcset)(\s*=\s*)(["'])([^"']*)\3/gi

/** Replaces each destination by the result of `resolve`, unless that is undefined. All other bytes stay. */
export function rewriteLinks(body: string, resolve: (url: string) => string | undefined): string {
  if (!mayChange(body, resolve)) return body
  const changes: Change[] = []
  collect(parser.parse(body) as Node, body, resolve, changes)
  changes.sort((a, b) => a.start - b.start)
  let result = ''
  let at = 0
  for (const { start, end, text } of changes) {
    if (start < at) continue
    result += body.slice(at, start) + text
    at = end
  }
  return result + body.slice(at)
}

function mayChange(body: string, resolve: (url: string) => string | undefined): boolean {
  for (const match of body.matchAll(candidates)) {
    const url = match.slice(1).find((part) => part !== undefined)
    if (url !== undefined && resolve(url) !== undefined) return true
  }
  return /srcset\s*=/i.test(body)
}

function collect(
  node: Node,
  body: string,
  resolve: (url: string) => string | undefined,
  changes: Change[],
): void {
  const start = node.position?.start.offset
  const end = node.position?.end.offset
  if (start !== undefined && end !== undefined) {
    if (node.type === 'html') changes.push(...htmlChanges(body.slice(start, end), start, resolve))
    else if (node.url !== undefined) {
      const text = resolve(node.url)
      const found = text === undefined ? undefined : destinationIn(body, start, end, node)
      if (text !== undefined && found) changes.push({ ...found, text })
    }
  }
  for (const child of node.children ?? []) collect(child, body, resolve, changes)
}

/** Finds the destination in the source, after the text of the link, which may contain the same URL. */
function destinationIn(body: string, start: number, end: number, { url = '', children }: Node) {
  const textEnd = children?.at(-1)?.position?.end.offset ?? start
  const source = body.slice(start, end)
  const isBare = source === url || source === `<${url}>`
  const from = isBare ? start : Math.max(start, textEnd)
  for (const form of [url, encodeURI(url), url.replaceAll('&', '&amp;')]) {
    const at = body.indexOf(form, from)
    if (form !== '' && at !== -1 && at + form.length <= end) return { start: at, end: at + form.length }
  }
  return undefined
}

function htmlChanges(html: string, offset: number, resolve: (url: string) => string | undefined): Change[] {
  const changes: Change[] = []
  for (const match of html.matchAll(attributes)) {
    const [all, , , , value = ''] = match
    const text = resolve(value.replaceAll('&amp;', '&'))
    const start = offset + match.index + all.length - 1 - value.length
    if (text !== undefined)
      changes.push({ start, end: start + value.length, text: text.replaceAll('&', '&amp;') })
  }
  for (const match of html.matchAll(imageSets)) {
    const [all, , , , value = ''] = match
    const start = offset + match.index + all.length - 1 - value.length
    const text = value
      .split(',')
      .map((part) => part.trim().split(/\s+/))
      .map(([url = '', ...size]) => [resolve(url) ?? url, ...size].join(' '))
      .join(', ')
    if (text !== value) changes.push({ start, end: start + value.length, text })
  }
  return changes
}
