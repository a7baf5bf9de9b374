import { decodeHTML } from 'entities/decode'

/** Text of the HTML without tags, scripts and styles, with decoded entities and single spaces. */
export const plainText = (html: string): string =>
  decodeHTML(
    html
      .replace(/<(script|style)\b[^>]*>[\s\S]*?<\/\1\s*>/gi, ' ')
      .replace(/<\/(p|div|li|h[1-6]|td|th|tr|blockquote|pre|figcaption|dd|dt)>|<br\s*\/?>|<hr\s*\/?>/gi, ' ')
      .replace(/<!--[\s\S]*?-->|<\/?[a-z][^>]*>/gi, ''),
  )
    .replace(/\s+/g, ' ')
    .trim()
