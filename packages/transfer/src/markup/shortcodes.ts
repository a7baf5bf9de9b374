/** Converts core shortcodes of WordPress to HTML; others stay in the text. */

export interface ShortcodeContext {
  /** URL and alternative text of an attachment. */
  readonly attachment: (id: string) => { readonly url: string; readonly alt: string } | undefined
  /** Ids of the images of the item, for a gallery without ids. */
  readonly ownImages: readonly string[]
}

type Attributes = Readonly<Record<string, string>>

/** Matches shortcodes, also escaped ones (`[[gallery]]`), which are text. */
const shortcode = /(\[?)\[([a-zA-Z][\w-]*)((?:\s+[^\]]*?)?)\/?\](?:([\s\S]*?)\[\/\2\])?(\]?)/g
const known = new Set(['caption', 'wp_caption', 'gallery', 'embed', 'audio', 'video', 'playlist'])
const code = /<(pre|code)\b[\s\S]*?<\/\1>/gi

export function replaceShortcodes(
  text: string,
  context: ShortcodeContext,
  onUnknown: (name: string) => void,
): string {
  if (!text.includes('[')) return text
  const stored: string[] = []
  const marked = text.replace(code, (block) => `\uE001${stored.push(block) - 1}\uE001`)
  const replaced = marked.replace(
    shortcode,
    (all: string, open: string, name: string, given: string, inner = '', close = '', offset: number) => {
      if (open && close) return all
      // `[text](url)` and attributes of blocks are not shortcodes.
      if (marked[offset + all.length] === '(' || /^\s*[,:"]/.test(given)) return all
      if (!known.has(name)) {
        if (given.includes('=') || inner !== '') onUnknown(name)
        return all
      }
      return open + htmlOf(name, attributesOf(given), inner, context) + close
    },
  )
  return replaced.replace(/\uE001(\d+)\uE001/g, (_all, index: string) => stored[Number(index)] ?? '')
}

function attributesOf(text: string): Attributes {
  const found: Record<string, string> = {}
  for (const [, name = '', double, single, bare] of text.matchAll(
    /([\w-]+)\s*=\s*(?:"([^"]*)"|'([^']*)'|(\S+))/g,
  ))
    found[name] = double ?? single ?? bare ?? ''
  return found
}

function htmlOf(name: string, attributes: Attributes, inner: string, context: ShortcodeContext): string {
  if (name === 'gallery') return gallery(attributes, context)
  if (name === 'embed') return link(inner.trim() || (attributes.src ?? ''))
  if (name === 'audio' || name === 'video')
    return link(attributes.src ?? attributes.mp3 ?? attributes.mp4 ?? attributes.ogv ?? inner.trim())
  if (name === 'playlist')
    return (attributes.ids ?? '')
      .split(',')
      .map((id) => link(context.attachment(id.trim())?.url ?? ''))
      .join('\n')
  const image = /^\s*(?:<a\b[^>]*>\s*)?<img\b[^>]*>(?:\s*<\/a>)?/i.exec(inner)?.[0] ?? ''
  const caption = attributes.caption ?? inner.slice(image.length).trim()
  return `<figure>${image.trim()}<figcaption>${caption}</figcaption></figure>`
}

function gallery(attributes: Attributes, { attachment, ownImages }: ShortcodeContext): string {
  const ids = (attributes.ids ?? attributes.include)?.split(',') ?? ownImages
  return ids
    .flatMap((id) => attachment(id.trim()) ?? [])
    .map(({ url, alt }) => `\n\n<p><img src="${escaped(url)}" alt="${escaped(alt)}"></p>\n\n`)
    .join('')
}

const link = (url: string): string =>
  url === '' ? '' : `<p><a href="${escaped(url)}">${escaped(url)}</a></p>`

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')
