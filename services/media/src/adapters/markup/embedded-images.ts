import type { Range } from '../../core/references/embedded-image.ts'
import { htmlParts } from './html-images.ts'
import { markdownParts } from './markdown-images.ts'
import { type BodyPart, partsWithImages } from './parts-with-images.ts'
import type { PlainImage } from './plain-image.ts'

/** The Markdown parser drops a byte order mark, and its offsets do not count the mark. */
const byteOrderMark = '\ufeff'

/** Parses GitHub flavoured Markdown and the HTML in it with parsers that report source positions. */
export function embeddedImages(body: string): PlainImage[] {
  return partsOf(body).flatMap(({ start, text }) => imagesOfWhole(text).map((image) => moved(image, start)))
}

/** Number of UTF-16 units of the body that must be parsed. */
export const lengthToRead = (body: string): number =>
  partsOf(body).reduce((sum, { text }) => sum + text.length, 0)

function partsOf(body: string): readonly BodyPart[] {
  const start = body.startsWith(byteOrderMark) ? 1 : 0
  const text = body.slice(start)
  return partsWithImages(text)?.map((part) => ({ ...part, start: part.start + start })) ?? [{ start, text }]
}

function moved({ own, figure, alt, caption, ...image }: PlainImage, by: number): PlainImage {
  const range = ({ start, end }: Range): Range => ({ start: start + by, end: end + by })
  return {
    ...image,
    own: range(own),
    alt: { ...alt, range: range(alt.range) },
    ...(figure ? { figure: range(figure) } : {}),
    ...(caption ? { caption: { ...caption, range: range(caption.range) } } : {}),
  }
}

/** Parses a whole body, which must not start with a byte order mark. */
export function imagesOfWhole(body: string): PlainImage[] {
  const markdown = markdownParts(body)
  const html = htmlParts(body, markdown.html)
  const links = [...markdown.links, ...html.links]
  return [...markdown.images, ...html.images]
    .map(({ src, range, alt }): PlainImage => {
      const figure = innermost(html.figures.filter(({ outer }) => within(range, outer)))
      return {
        src,
        alt,
        own: linkAround(body, range, links) ?? range,
        ...(figure ? { figure: figure.outer } : {}),
        ...(figure?.caption ? { caption: figure.caption } : {}),
      }
    })
    .sort((a, b) => a.own.start - b.own.start)
}

const within = (inner: Range, outer: Range) => outer.start <= inner.start && inner.end <= outer.end

const innermost = <T extends { readonly outer: Range }>(parts: readonly T[]): T | undefined =>
  parts.reduce<T | undefined>(
    (least, part) => (!least || within(part.outer, least.outer) ? part : least),
    undefined,
  )

/** The link that contains only the image (contract.md#deleting-media). */
function linkAround(
  body: string,
  image: Range,
  links: readonly { readonly outer: Range; readonly inner: Range }[],
): Range | undefined {
  const around = links.filter(({ inner }) => within(image, inner))
  return innermost(
    around.filter(
      ({ inner }) =>
        `${body.slice(inner.start, image.start)}${body.slice(image.end, inner.end)}`.trim() === '',
    ),
  )?.outer
}
