/**
 * Converts URL paths to file names below a folder. No other file of the gateway derives file names from
 * requests.
 */

/**
 * The decoded names in a path. Undefined for a path that could leave the folder. Repeated slashes count as
 * one.
 */
export function pathNames(urlPath: string): readonly string[] | undefined {
  const names: string[] = []
  for (const part of urlPath.split('/')) {
    if (part === '') continue
    let name: string
    try {
      name = decodeURIComponent(part)
    } catch {
      return undefined
    }
    if (name === '.' || name === '..' || /[/\\\p{Cc}]/u.test(name)) return undefined
    names.push(name)
  }
  return names
}

/** The same path in a form that browsers cannot interpret as another host. */
export const cleanPath = (names: readonly string[], isFolder: boolean): string =>
  `/${names.map(encodeURIComponent).join('/')}${isFolder && names.length > 0 ? '/' : ''}`

/** True if the path has single slashes only. */
export const isCollapsed = (urlPath: string): boolean => !urlPath.includes('//')

const types: Readonly<Record<string, string>> = {
  html: 'text/html; charset=utf-8',
  css: 'text/css; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  mjs: 'text/javascript; charset=utf-8',
  json: 'application/json; charset=utf-8',
  map: 'application/json; charset=utf-8',
  webmanifest: 'application/manifest+json; charset=utf-8',
  xml: 'application/xml; charset=utf-8',
  txt: 'text/plain; charset=utf-8',
  md: 'text/markdown; charset=utf-8',
  csv: 'text/csv; charset=utf-8',
  svg: 'image/svg+xml',
  png: 'image/png',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  gif: 'image/gif',
  webp: 'image/webp',
  avif: 'image/avif',
  ico: 'image/x-icon',
  woff: 'font/woff',
  woff2: 'font/woff2',
  ttf: 'font/ttf',
  otf: 'font/otf',
  pdf: 'application/pdf',
  zip: 'application/zip',
  mp3: 'audio/mpeg',
  mp4: 'video/mp4',
  webm: 'video/webm',
}

export const contentType = (filename: string): string =>
  types[filename.slice(filename.lastIndexOf('.') + 1).toLowerCase()] ?? 'application/octet-stream'

/** Content types worth compressing. */
export const isText = (type: string): boolean =>
  type.startsWith('text/') || /^(application\/(json|xml|manifest\+json)|image\/svg\+xml)/.test(type)
