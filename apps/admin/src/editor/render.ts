/**
 * Renders Markdown like the site. Does not sanitize the HTML, because the frame that shows it blocks scripts.
 */
import { Marked } from 'marked'

/** Tags whose content browsers parse as raw text: the site shows them as text. */
const rawTextTags = /<(?=\/?(?:title|textarea|style|xmp|iframe|noembed|noframes|script|plaintext)(?![\w-]))/gi

const marked = new Marked({
  gfm: true,
  async: false,
  renderer: { html: ({ text }) => text.replace(rawTextTags, '&lt;') },
})

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

interface Previewed {
  readonly title: string
  readonly subtitle: string
  readonly image: string
  readonly content: string
}

export const previewBody = ({ title, subtitle, image, content }: Previewed): string =>
  [
    title && `<h1>${escaped(title)}</h1>`,
    subtitle && `<p class="subtitle">${escaped(subtitle)}</p>`,
    image && `<img class="featured" alt="" src="${escaped(image).replaceAll('"', '&quot;')}">`,
    marked.parse(content, { async: false }),
  ].join('\n')

/** Number of words, without Markdown and HTML syntax. */
export function wordCount(markdown: string): number {
  const text = markdown
    .replace(/!\[[^\]]*\]\([^)]*\)/g, ' ')
    .replace(/\]\([^)]*\)/g, ' ')
    .replace(/<[^>]+>/g, ' ')
  return text.match(/[\p{L}\p{N}][\p{L}\p{N}'’-]*/gu)?.length ?? 0
}
