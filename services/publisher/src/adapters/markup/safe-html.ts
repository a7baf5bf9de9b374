/** The sanitizer, read when the first HTML needs it: bodies without HTML of their own need none, and it is half of what their process has to read. */
import { createRequire } from 'node:module'
import type sanitizeHtml from 'sanitize-html'
import { safeList } from './safe-list.ts'

let sanitize: typeof sanitizeHtml | undefined

/** What of that HTML may be shown (D12.11). */
export function safeHtml(html: string): string {
  sanitize ??= createRequire(import.meta.url)('sanitize-html') as typeof sanitizeHtml
  return sanitize(html, safeList)
}
