import type { TextTools } from '@typecase/theme-engine'

/** Simplified text tools. They suffice, because a trial discards the rendered pages. */
export const plainTextTools: TextTools = {
  isSitePath: (url) => /^\/(?![/\\])/.test(url),
  styledUrl: (_site, url) => url,
  cutText: (text, length) => text.slice(0, length),
  scriptJson: (value) => JSON.stringify(value).replaceAll('<', '\\u003c'),
}
