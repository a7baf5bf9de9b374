import type { ResolveUrl } from '../plan/addresses.ts'
import type { Body } from '../site/site.ts'
import { escapeHtml } from './html.ts'

/** The body as HTML, its URLs resolved. */
export function bodyHtml(body: Body, resolve: ResolveUrl): string {
  let html = body.pieces[0] ?? ''
  for (const [index, url] of body.urls.entries()) html += escapeHtml(resolve(url)) + (body.pieces[index + 1] ?? '')
  return html
}
