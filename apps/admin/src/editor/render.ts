/** Markdown as the site renders it: the same parser with the same rules. What runs is kept out by the frame it is shown in. */
import { Marked } from 'marked'

/** Tags that browsers read raw text or other pages behind: the site shows them as text. */
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

/** Words of prose: what is no mark-up of Markdown or HTML. */
export function wordCount(markdown: string): number {
  const text = markdown
    .replace(/!\[[^\]]*\]\([^)]*\)/g, ' ')
    .replace(/\]\([^)]*\)/g, ' ')
    .replace(/<[^>]+>/g, ' ')
  return text.match(/[\p{L}\p{N}][\p{L}\p{N}'’-]*/gu)?.length ?? 0
}
