import type { TextTools } from '@typecase/theme-engine'

/** Minimal text tools: a trial only looks for errors, its pages are discarded. */
export const plainTextTools: TextTools = {
  isSitePath: (url) => /^\/(?![/\\])/.test(url),
  styledUrl: (_site, url) => url,
  cutText: (text, length) => text.slice(0, length),
  scriptJson: (value) => JSON.stringify(value).replaceAll('<', '\\u003c'),
}
