/** References to files below assets/ that the package does not have: of templates and of style sheets. */
import { posix } from 'node:path'
import { similarName } from '@typecase/theme-engine/similar-name'
import type { ThemeFault } from '../../core/themes/fault.ts'

interface Node {
  readonly type?: string
  readonly loc?: { readonly start: { readonly line: number } }
  readonly path?: { readonly original?: unknown }
  readonly params?: readonly { readonly type: string; readonly value?: unknown }[]
  /** Of text between tags. */
  readonly value?: unknown
}

/** What a template refers to, with the line: `{{asset "css/style.css"}}` and attributes that begin with `/assets/`. */
export function assetsOfTemplate(ast: unknown): { readonly path: string; readonly line: number }[] {
  const found: { path: string; line: number }[] = []
  const open: unknown[] = [ast]
  while (open.length > 0) {
    const value = open.pop()
    if (typeof value !== 'object' || value === null) continue
    const { type, loc, path, params = [], value: text } = value as Node
    const line = loc?.start.line ?? 1
    const [first] = params
    if (path?.original === 'asset' && first?.type === 'StringLiteral')
      found.push({ path: assetPath(String(first.value)), line })
    if (type === 'ContentStatement' && typeof text === 'string') found.push(...inMarkup(text, line))
    // What is written first is popped first.
    for (const [key, child] of Object.entries(value).reverse()) if (key !== 'loc') open.push(child)
  }
  return found.sort((a, b) => a.line - b.line)
}

/** As the helper reads it. */
const assetPath = (path: string): string => `assets/${path.replace(/^\/+/, '').replace(/^assets\//, '')}`

const attribute = /\b(?:href|src|poster)=["']\/?assets\/([^"'{}<>?#\s]{1,300})(?=["'?#])/g

function inMarkup(text: string, firstLine: number): { path: string; line: number }[] {
  let line = firstLine
  let counted = 0
  return [...text.matchAll(attribute)].map(({ index, 1: path = '' }) => {
    line += newlines(text, counted, index)
    counted = index
    return { path: `assets/${path}`, line }
  })
}

/** The url(…) of a style sheet that name files of the theme, from its own folder or from the root of the site. Linear in its length. */
export function assetsOfStyles(
  css: string,
  file: string,
): { readonly path: string; readonly line: number }[] {
  const found: { path: string; line: number }[] = []
  let line = 1
  let counted = 0
  for (let at = nextOf(css, 0); at >= 0; at = nextOf(css, at)) {
    const isComment = css.startsWith('/*', at)
    const end = isComment ? css.indexOf('*/', at + 2) : css.indexOf(')', at + 4)
    if (end < 0) break
    if (!isComment) {
      line += newlines(css, counted, at)
      counted = at
      const path = pathOf(css.slice(at + 4, Math.min(end, at + longestUrl)), file)
      if (path) found.push({ path, line })
    }
    at = end + (isComment ? 2 : 1)
  }
  return found
}

/** UTF-16 units; longer ones are data. */
const longestUrl = 1_000

const start = /\/\*|url\(/g

function nextOf(css: string, from: number): number {
  start.lastIndex = from
  return start.exec(css)?.index ?? -1
}

function pathOf(written: string, file: string): string | undefined {
  const url = written.trim().replace(/^["']|["']$/g, '')
  const bare = url.replace(/[?#].*$/s, '')
  // Other schemes, other hosts, parts of the same document, values of preprocessors.
  if (bare === '' || /^[a-z][a-z0-9+.-]*:|^\/\/|[${}]/i.test(bare)) return undefined
  const path = bare.startsWith('/') ? posix.normalize(bare.slice(1)) : posix.join(posix.dirname(file), bare)
  return path.startsWith('assets/') ? decoded(path) : undefined
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}

export function missingAsset(
  path: string,
  line: number,
  asset: string,
  files: readonly string[],
): ThemeFault {
  const names = new Map(files.map((file) => [posix.basename(file), file]))
  const meant =
    names.get(posix.basename(asset)) ?? names.get(similarName(posix.basename(asset), names.keys()) ?? '')
  return {
    path,
    line,
    message: `${asset} is not in the package${meant ? `; did you mean ${meant}?` : ''}`,
    hint: 'Add the file, or correct the path. The site answers 404 for it.',
  }
}

function newlines(text: string, from: number, to: number): number {
  let count = 0
  for (let at = from; at < to; at++) if (text[at] === '\n') count++
  return count
}
