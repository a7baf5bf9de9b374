/** Addresses in finished HTML, as a browser finds them. */
import { decodeHTMLAttribute } from 'entities/decode'
import { srcsetParts } from '../../core/reports/links/srcset.ts'

export interface OpenedHtml {
  readonly pieces: string[]
  readonly urls: string[]
}

const addressed = new Set(['href', 'src', 'poster'])
const withoutMarkup = new Set([
  'script',
  'style',
  'textarea',
  'title',
  'xmp',
  'iframe',
  'noembed',
  'noframes',
  'plaintext',
])

const tagName = /[a-z][^\s/>]*/iy
/** A stray character between attributes matches alone. */
const attribute = /[\s/]*(?:([^\s/>=][^\s/>=]*)(?:(\s*=\s*)(?:"([^"]*)"|'([^']*)'|([^\s>"'][^\s>]*))?)?|=)/y
const tagEnd = /[\s/]*>/y

/** Splits the HTML at its addresses, which are resolved later. Each is in double quotes then. */
export function openUrls(html: string): OpenedHtml {
  const opened = writer(html)
  for (let at = html.indexOf('<'); at >= 0; at = html.indexOf('<', at)) {
    if (html.startsWith('<!--', at)) at = behind(html, '-->', at + 4)
    else {
      tagName.lastIndex = at + 1
      const name = tagName.exec(html)?.[0].toLowerCase()
      if (name === undefined) at += 1
      else {
        at = readTag(html, at + 1 + name.length, name, opened)
        if (withoutMarkup.has(name)) at = contentEnd(html, name, at)
      }
    }
  }
  return opened.end()
}

function readTag(html: string, start: number, name: string, opened: Writer): number {
  for (let at = start; ; ) {
    tagEnd.lastIndex = at
    if (tagEnd.test(html)) return tagEnd.lastIndex
    attribute.lastIndex = at
    const found = attribute.exec(html)
    if (!found || attribute.lastIndex === at) return html.length
    take(found, name, opened)
    at = attribute.lastIndex
  }
}

function take(
  { index, 0: whole, 1: written = '', 2: equals, 3: double, 4: single, 5: bare }: RegExpExecArray,
  name: string,
  opened: Writer,
) {
  const value = double ?? single ?? bare
  if (equals === undefined || value === undefined) return
  const end = index + whole.length
  const from = end - value.length - (bare === undefined ? 2 : 0) - equals.length
  const known = written.toLowerCase()
  if (addressed.has(known) || (known === 'data' && name === 'object')) opened.address(from, value, end)
  else if (known === 'srcset') opened.candidates(from, value, end)
}

type Writer = ReturnType<typeof writer>

function writer(html: string) {
  const pieces: string[] = []
  const urls: string[] = []
  let copied = 0
  let carried = ''
  const cut = (before: string, url: string) => {
    pieces.push(carried + before)
    urls.push(decodeHTMLAttribute(url))
    carried = ''
  }
  return {
    address(from: number, value: string, end: number): void {
      cut(`${html.slice(copied, from)}="`, value)
      carried = '"'
      copied = end
    },
    candidates(from: number, value: string, end: number): void {
      let before = `${html.slice(copied, from)}="`
      for (const { text, isUrl } of srcsetParts(value)) {
        if (isUrl) cut(before, text)
        before = isUrl ? '' : before + text.replaceAll('"', '&quot;')
      }
      carried += `${before}"`
      copied = end
    },
    end(): OpenedHtml {
      pieces.push(carried + html.slice(copied))
      return { pieces, urls }
    },
  }
}

const behind = (html: string, end: string, from: number): number => {
  const at = html.indexOf(end, from)
  return at < 0 ? html.length : at + end.length
}

function contentEnd(html: string, name: string, from: number): number {
  if (name === 'plaintext') return html.length
  const end = new RegExp(`</${name}(?=[\\s/>])`, 'gi')
  end.lastIndex = from
  return end.exec(html)?.index ?? html.length
}
