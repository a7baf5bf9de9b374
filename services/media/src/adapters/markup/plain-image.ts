import type { EmbeddedImage, Range, TextSpot } from '../../core/references/embedded-image.ts'

/** A {@link TextSpot} as plain data, for transfer between processes. */
export interface PlainSpot {
  readonly range: Range
  readonly text: string
  readonly syntax: 'markdown' | 'html'
  /** Source text to write before and after a new text. */
  readonly before?: string
  readonly after?: string
}

export type PlainImage = Omit<EmbeddedImage, 'alt' | 'caption'> & {
  readonly alt: PlainSpot
  readonly caption?: PlainSpot
}

/** Adds the `write` functions to the texts of an image. */
export const writable = ({ alt, caption, ...image }: PlainImage): EmbeddedImage => ({
  ...image,
  alt: spotOf(alt),
  ...(caption ? { caption: spotOf(caption) } : {}),
})

const spotOf = ({ range, text, syntax, before = '', after = '' }: PlainSpot): TextSpot => ({
  range,
  text,
  write: (next) => before + escaped[syntax](next) + after,
})

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

const escaped: Readonly<Record<PlainSpot['syntax'], (text: string) => string>> = {
  html: (text) => text.replace(/[&<>"']/g, (character) => entities[character] ?? character),
  // Escapes all Markdown syntax.
  markdown: (text) => text.replace(/[\\`*_[\]<>&~|!]/g, '\\$&'),
}
