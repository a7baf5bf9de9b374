import type { BodySource } from '../../ports.ts'
import type { Body, MediaFile } from '../../site/site.ts'
import type { ResolveUrl } from '../addresses/addresses.ts'
import { cutText, excerptLength } from './excerpt.ts'
import { escapeHtml } from './html.ts'
import { bodyImage } from './images.ts'

/** UTF-16 units of a source that are shown as they are. */
const sourceShown = 200_000

/** What stands in for a body that can't be rendered: the beginning of its source, as plain text. */
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

/** The body as HTML, its URLs resolved; where the files are known, its images have their size and their renditions. */
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
