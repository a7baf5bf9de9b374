import type { TextTools } from '@typecase/theme-engine'

/** Minimal text tools, because a trial discards its pages. */
export const plainTextTools: TextTools = {
  isSitePath: (url) => /^\/(?![/\\])/.test(url),
  styledUrl: (_site, url) => url,
  cutText: (text, length) => text.slice(0, length),
  scriptJson: (value) => JSON.stringify(value).replaceAll('<', '\\u003c'),
}
