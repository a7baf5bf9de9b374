/** Inlines the files of a theme, so that another host can show the page. */

export type ReadAsset = (path: string) => Promise<Uint8Array | undefined>

// A match ends at the next `<`, so that hostile text is searched in linear time.
const tag = /<(?:link|img|source)\b[^<>]*>/gi
const inStyles = /url\(([^()]*)\)/gi
const quoted = /^(["'])([^"']*)\1$/
const elsewhere = /^(?:data:|https?:|\/\/|#)|["']/i
const address = /\b(href|src)\s*=\s*(?:"([^"]*)"|'([^']*)')/i

/** Maximum bytes of inlined files per page. */
const roomForFiles = 8 * 1024 * 1024

export async function withAssets(html: string, readFrom: ReadAsset, room = roomForFiles): Promise<string> {
  const read = once(readFrom, room)
  return await replaced(html, tag, async ([written]) => {
    const found = address.exec(written)
    const path = found && assetOf(found[2] ?? found[3] ?? '', 'index.html')
    const bytes = path && (await read(path))
    if (!found || !path || !bytes) return written
    if (!/\brel\s*=\s*["']?stylesheet\b/i.test(written))
      return written.replace(found[0], `${found[1]}="${dataAddress(path, bytes)}"`)
    return `<style>${(await withFiles(new TextDecoder().decode(bytes), path, read)).replaceAll('</', '<\\/')}</style>`
  })
}

function once(read: ReadAsset, room: number): ReadAsset {
  const known = new Map<string, Uint8Array | undefined>()
  let left = room
  return async (path) => {
    if (!known.has(path)) known.set(path, await read(path))
    const bytes = known.get(path)
    if (!bytes || bytes.length > left) return undefined
    left -= bytes.length
    return bytes
  }
}

const withFiles = (css: string, sheet: string, read: ReadAsset): Promise<string> =>
  replaced(css, inStyles, async ([written, given = '']) => {
    const url = (quoted.exec(given.trim())?.[2] ?? given).trim()
    const path = url === '' || elsewhere.test(url) ? undefined : assetOf(url, sheet)
    const bytes = path && (await read(path))
    return path && bytes ? `url("${dataAddress(path, bytes)}")` : written
  })

function assetOf(url: string, from: string): string | undefined {
  const { origin, pathname = '' } = URL.parse(url, `http://theme.test/${from}`) ?? {}
  if (origin !== 'http://theme.test' || !pathname.startsWith('/assets/')) return undefined
  try {
    return decodeURI(pathname).slice(1)
  } catch {
    return undefined
  }
}

async function replaced(
  text: string,
  pattern: RegExp,
  by: (match: RegExpExecArray) => Promise<string>,
): Promise<string> {
  const parts: string[] = []
  let end = 0
  for (const match of text.matchAll(pattern)) {
    parts.push(text.slice(end, match.index), await by(match))
    end = match.index + match[0].length
  }
  return parts.join('') + text.slice(end)
}

const types: Readonly<Record<string, string>> = {
  svg: 'image/svg+xml',
  png: 'image/png',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  webp: 'image/webp',
  avif: 'image/avif',
  gif: 'image/gif',
  ico: 'image/x-icon',
  woff2: 'font/woff2',
  woff: 'font/woff',
  ttf: 'font/ttf',
  otf: 'font/otf',
}

function dataAddress(path: string, bytes: Uint8Array): string {
  const type = types[path.slice(path.lastIndexOf('.') + 1).toLowerCase()] ?? 'application/octet-stream'
  return `data:${type};base64,${Buffer.from(bytes).toString('base64')}`
}
