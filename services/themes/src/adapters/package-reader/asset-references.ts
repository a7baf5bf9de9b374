/** Finds references in templates and style sheets to files below assets/, to warn about missing files. */
import { posix } from 'node:path'
import { similarName } from '@typecase/theme-engine/similar-name'
import type { ThemeError } from '../../core/themes/theme-error.ts'

interface Node {
  readonly type?: string
  readonly loc?: { readonly start: { readonly line: number } }
  readonly path?: { readonly original?: unknown }
  readonly params?: readonly { readonly type: string; readonly value?: unknown }[]
  /** Text between tags. */
  readonly value?: unknown
}

/**
 * References in a template with their lines: `{{asset "css/style.css"}}`, and `href`, `src` and `poster`
 * attributes that begin with `assets/` or `/assets/`.
 */
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
    // Pushes children in reverse, because the last one is popped first.
    for (const [key, child] of Object.entries(value).reverse()) if (key !== 'loc') open.push(child)
  }
  return found.sort((a, b) => a.line - b.line)
}

/** Normalizes a path as the `asset` helper does. */
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

/**
 * References in `url(…)` of a style sheet to files of the theme, relative or from the root. Takes linear
 * time.
 */
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
      const path = pathOf(css.slice(at + 4, Math.min(end, at + maxUrlLength)), file)
      if (path) found.push({ path, line })
    }
    at = end + (isComment ? 2 : 1)
  }
  return found
}

/** Maximum UTF-16 units of a reference. Longer values are data URLs. */
const maxUrlLength = 1_000

const start = /\/\*|url\(/g

function nextOf(css: string, from: number): number {
  start.lastIndex = from
  return start.exec(css)?.index ?? -1
}

function pathOf(written: string, file: string): string | undefined {
  const url = written.trim().replace(/^["']|["']$/g, '')
  const bare = url.replace(/[?#].*$/s, '')
  // Ignores other schemes and hosts, fragments and preprocessor variables.
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
): ThemeError {
  const names = new Map(files.map((file) => [posix.basename(file), file]))
  const meant =
    names.get(posix.basename(asset)) ?? names.get(similarName(posix.basename(asset), names.keys()) ?? '')
  return {
    path,
    line,
    message: `${asset} is not in the package${meant ? `; did you mean ${meant}?` : ''}`,
    hint: 'Add the file, or correct the path. The site returns 404 for it.',
  }
}

function newlines(text: string, from: number, to: number): number {
  let count = 0
  for (let at = from; at < to; at++) if (text[at] === '\n') count++
  return count
}
