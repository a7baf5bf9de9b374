/** Writes the redirects of a site for web hosts: `_redirects`, nginx maps, and HTML pages. Pure. */
import { isSafePath } from './addresses/safe-path.ts'
import type { Digest, PlannedText } from './planned.ts'
import type { SiteRedirect } from './redirect-table.ts'

/** Returns no files without redirects. `pages` adds an HTML page at each old address with a target. */
export function redirectFiles(
  redirects: readonly SiteRedirect[],
  {
    basePath,
    digest,
    pages,
  }: { readonly basePath: string; readonly digest: Digest; readonly pages: boolean },
): readonly PlannedText[] {
  if (redirects.length === 0) return []
  const file = (path: string, text: string): PlannedText => ({
    type: 'text',
    path,
    digest: digest(text),
    text,
  })
  const moved = redirects.filter(({ to }) => to !== null)
  const mapOf = (isListed: (redirect: SiteRedirect) => boolean) => nginxMap(redirects.filter(isListed))
  const maps = [
    ['_redirects.permanent.map', mapOf(({ status }) => status === 301 || status === 308)],
    ['_redirects.temporary.map', mapOf(({ status }) => status === 302)],
    ['_redirects.gone.map', mapOf(({ status }) => status === 410)],
  ] as const
  return [
    file('_redirects', redirects.map((redirect) => hostRule(redirect, basePath)).join('')),
    ...maps.flatMap(([path, text]) => (text === '' ? [] : [file(path, text)])),
    ...(pages ? moved.flatMap((redirect) => pageOf(redirect, basePath, file) ?? []) : []),
  ]
}

/** Format of Netlify and Cloudflare Pages. */
const hostRule = ({ from, to, status }: SiteRedirect, basePath: string): string =>
  `${encoded(from)} ${encoded(to ?? `${basePath}/404.html`)} ${status}\n`

/** For `map $uri $target { include …; }`. Keys are decoded, because nginx decodes `$uri`. */
const nginxMap = (redirects: readonly SiteRedirect[]): string =>
  redirects.map(({ from, to }) => `"${quoted(decodeURI(from))}" "${quoted(encoded(to ?? '1'))}";\n`).join('')

const quoted = (text: string): string => text.replace(/["\\$]/g, '\\$&')

const encoded = (address: string): string => encodeURI(decodedUri(address)).replaceAll('%25', '%')

function decodedUri(address: string): string {
  try {
    return decodeURI(address)
  } catch {
    return address
  }
}

function pageOf(
  { from, to }: SiteRedirect,
  basePath: string,
  file: (path: string, text: string) => PlannedText,
): PlannedText | undefined {
  if (to === null || !from.startsWith(`${basePath}/`)) return undefined
  const path = decodedUri(from.slice(basePath.length + 1))
  const name = /\.html?$/.test(path) ? path : `${path.replace(/\/$/, '')}/index.html`
  const target = encoded(to).replaceAll('&', '&amp;').replaceAll('"', '&quot;')
  const html =
    '<!doctype html>\n<html lang="en">\n<meta charset="utf-8">\n<title>Moved</title>\n' +
    `<meta http-equiv="refresh" content="0; url=${target}">\n<link rel="canonical" href="${target}">\n` +
    `<meta name="robots" content="noindex">\n<p><a href="${target}">${target}</a></p>\n</html>\n`
  return isSafePath(name) ? file(name, html) : undefined
}
