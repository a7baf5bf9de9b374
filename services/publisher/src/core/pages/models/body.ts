import type { BodySource } from '../../ports.ts'
import type { Body, MediaFile } from '../../site/site.ts'
import type { ResolveUrl } from '../addresses/addresses.ts'
import { cutText, excerptLength } from './excerpt.ts'
import { escapeHtml } from './html.ts'
import { bodyImage } from './images.ts'

const sourceShown = 200_000

/** A body that shows the beginning of its Markdown source as text. */
export function sourceBody({ textDigest, markdown }: BodySource): Body {
  const source = markdown.slice(0, sourceShown).toWellFormed()
  const text = source.replace(/\s+/g, ' ').trim()
  return {
    digest: `source ${textDigest}`,
    pieces: [`<pre>${escapeHtml(source)}</pre>`],
    urls: [],
    headings: [],
    excerpt: cutText(text, excerptLength),
    words: text.match(/\S+/g)?.length ?? 0,
  }
}

export function bodyHtml(
  { pieces, urls }: Body,
  resolve: ResolveUrl,
  mediaFile?: (url: string) => MediaFile | undefined,
): string {
  const html: string[] = []
  let open = pieces[0] ?? ''
  for (const [index, url] of urls.entries()) {
    const next = pieces[index + 1] ?? ''
    const file = mediaFile?.(url)
    const written = file && bodyImage(resolve, file, open, next, pieces.slice(0, index))
    if (written) html.push(written.before, written.image)
    else html.push(open, escapeHtml(resolve(url)))
    open = written ? written.rest : next
  }
  return html.join('') + open
}
