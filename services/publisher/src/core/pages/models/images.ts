import type { FeaturedImage, MediaFile, Page, Post, Rendition } from '../../site/site.ts'
import type { ResolveUrl } from '../addresses/addresses.ts'
import { escapeHtml } from './html.ts'

export interface ImageSources {
  readonly url: string
  readonly alt: string
  readonly width: number | null
  readonly height: number | null
  readonly srcset: string | null
  readonly sizes: string | null
  readonly sources: readonly { readonly type: string; readonly srcset: string }[]
}

const betterTypes: readonly string[] = ['image/avif', 'image/webp']
/** Maximum width in pixels: no screen needs more. */
const widest = 1920
/** Width of a text column in pixels, in most themes. */
const column = 768

export function imageSources(
  resolve: ResolveUrl,
  { url, alt }: FeaturedImage,
  file: MediaFile | undefined,
): ImageSources {
  const { width = null, height = null, renditions = [] } = file ?? {}
  const shown = { url: resolve(url), alt, width, height }
  if (!file || renditions.length === 0) return { ...shown, srcset: null, sizes: null, sources: [] }
  // Browsers take the first type they know, so better types come first.
  const sources = file.mimeType === betterTypes.at(-1) ? betterTypes.slice(0, -1) : betterTypes
  return {
    ...shown,
    srcset: srcsetOf(resolve, file, file.mimeType),
    sizes: sizesUpTo(width ?? widest),
    sources: sources
      .map((type) => ({ type, srcset: srcsetOf(resolve, file, type) }))
      .filter(({ srcset }) => srcset !== ''),
  }
}

const sizesUpTo = (pixels: number): string => `(min-width: ${pixels}px) ${pixels}px, 100vw`

function srcsetOf(resolve: ResolveUrl, file: MediaFile, type: string): string {
  const made = file.renditions.filter(({ mimeType }) => mimeType === type)
  const last = made.at(-1)?.width ?? 0
  const isOriginalWanted =
    type === file.mimeType && file.width !== null && file.width > last && file.width <= widest
  const all = [...made, ...(isOriginalWanted ? [{ url: file.url, width: file.width }] : [])]
  return all.map(({ url, width }) => `${resolve(url)} ${width}w`).join(', ')
}

const attributes = '(?:\\s+[\\w:-]+(?:="[^"]*")?)*'
const opening = new RegExp(`^<img(${attributes})\\s+src="$`, 'i')
const closing = new RegExp(`^"(${attributes})\\s*/?>`, 'i')

export interface WrittenImage {
  readonly before: string
  readonly image: string
  readonly rest: string
}

/**
 * Adds size, lazy loading and renditions to an `img`; undefined for an unusual tag. `earlier` are the
 * preceding pieces of the body.
 */
export function bodyImage(
  resolve: ResolveUrl,
  file: MediaFile,
  html: string,
  rest: string,
  earlier: readonly string[] = [],
): WrittenImage | undefined {
  const start = html.lastIndexOf('<')
  const [opened, first] = start < 0 ? [] : (opening.exec(html.slice(start)) ?? [])
  const [closed, last] = closing.exec(rest) ?? []
  if (opened === undefined || closed === undefined) return undefined
  const before = html.slice(0, start)
  const written = `${first ?? ''} src="${escapeHtml(resolve(file.url))}"${last ?? ''}`
  const value = (name: string) =>
    new RegExp(`\\s${name}(?:="([^"]*)")?(?=\\s|$)`, 'i').exec(`${first ?? ''}${last ?? ''}`)
  const { width, height, srcset, sources } = imageSources(resolve, { url: file.url, alt: '' }, file)
  const isLazy = value('loading')?.[1]?.toLowerCase() !== 'eager'
  const size =
    !value('width') && !value('height') && width && height ? ` width="${width}" height="${height}"` : ''
  const timing = `${value('loading') ? '' : ' loading="lazy"'}${value('decoding') ? '' : ' decoding="async"'}`
  const isOwn = Boolean(value('srcset') || value('sizes')) || isInPicture([...earlier, before])
  if (!srcset || isOwn)
    return { before, image: `<img${written}${size}${timing}>`, rest: rest.slice(closed.length) }
  const shown = Math.min(Number(value('width')?.[1]) || column, width ?? column, column)
  const sizes = ` sizes="${isLazy ? 'auto, ' : ''}${sizesUpTo(shown)}"`
  const others = sources
    .map((source) => `<source type="${source.type}" srcset="${escapeHtml(source.srcset)}"${sizes}>`)
    .join('')
  const image = `<picture>${others}<img${written}${size}${timing} srcset="${escapeHtml(srcset)}"${sizes}></picture>`
  return { before, image, rest: rest.slice(closed.length) }
}

function isInPicture(before: readonly string[]): boolean {
  const last = before.findLast((html) => /<\/?picture/i.test(html))?.toLowerCase() ?? ''
  return last.lastIndexOf('<picture') > last.lastIndexOf('</picture')
}

export function shownRenditions(
  entries: readonly (Post | Page)[],
  mediaFile: (url: string) => MediaFile | undefined,
  others: readonly string[] = [],
): readonly { readonly file: MediaFile; readonly rendition: Rendition }[] {
  const urls = new Set([
    ...others,
    ...entries.flatMap(({ featuredImage, body }) => [
      ...(featuredImage ? [featuredImage.url] : []),
      ...body.urls,
    ]),
  ])
  const files = new Set([...urls].flatMap((url) => mediaFile(url) ?? []))
  return [...files].flatMap((file) => file.renditions.map((rendition) => ({ file, rendition })))
}
