import type { TextTools } from '@typecase/theme-engine'

/** The plainest tools that do: a trial looks for what fails, nobody reads its pages. */
export const plainTextTools: TextTools = {
  isSitePath: (url) => /^\/(?![/\\])/.test(url),
  styledUrl: (_site, url) => url,
  cutText: (text, length) => text.slice(0, length),
  scriptJson: (value) => JSON.stringify(value).replaceAll('<', '\\u003c'),
}
