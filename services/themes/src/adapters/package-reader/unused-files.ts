/** Finds templates and partials that no page of any site renders. */

import { slugForm } from '@typecase/kernel'
import { samplePages } from '@typecase/theme-engine/sample'
import { similarName } from '@typecase/theme-engine/similar-name'
import { isTemplate } from '../../core/themes/template-paths.ts'
import type { ThemeError } from '../../core/themes/theme-error.ts'

export interface PartialCalls {
  /** `{{> card}}` and `{{#> frame}}`, with the line. */
  readonly partials: readonly { readonly name: string; readonly line: number; readonly isBlock: boolean }[]
}

interface Node {
  readonly type?: string
  readonly loc?: { readonly start: { readonly line: number } }
  readonly name?: { readonly type?: string; readonly original?: unknown }
}

export function partialCalls(ast: unknown): PartialCalls['partials'] {
  const found: { name: string; line: number; isBlock: boolean }[] = []
  const open: unknown[] = [ast]
  while (open.length > 0) {
    const value = open.pop()
    if (typeof value !== 'object' || value === null) continue
    const { type, loc, name } = value as Node
    const isBlock = type === 'PartialBlockStatement'
    if ((isBlock || type === 'PartialStatement') && name?.type !== 'SubExpression')
      found.push({ name: String(name?.original), line: loc?.start.line ?? 1, isBlock })
    // Reversed, because the last entry is popped first.
    for (const [key, child] of Object.entries(value).reverse()) if (key !== 'loc') open.push(child)
  }
  return found
}

/** Templates that pages use, those below `templates/` first. */
const fallbacks: readonly string[] = [...new Set(samplePages.flatMap(({ templates }) => templates))]
  .toSorted()
  .reverse()

/** `paths` are all files of the theme, `calls` the partial calls by template. */
export function unusedFiles(
  paths: readonly string[],
  calls: ReadonlyMap<string, PartialCalls['partials']>,
): ThemeError[] {
  const templates = paths.filter((path) => isTemplate(path) && !path.startsWith('partials/'))
  const reached = new Set(
    samplePages.flatMap((page) => page.templates.find((path) => templates.includes(path)) ?? []),
  )
  const used = templates.filter((path) => reached.has(path) || isCustom(path))
  const partials = paths.filter((path) => isTemplate(path) && path.startsWith('partials/'))
  const called = calledFrom(used, calls)
  return [
    ...paths.filter(isNoTemplate).map(wrongExtension),
    ...templates.filter((path) => !used.includes(path)).map((path) => unusedTemplate(path, templates)),
    ...partials
      .filter((path) => !called.has(path))
      .map((path) => ({ path, message: 'no template uses this partial', hint: 'Remove it, or call it.' })),
  ]
}

/**
 * True for templates such as `custom/about.html`, which renders a page, category or tag with the slug
 * `about`.
 */
const isCustom = (path: string): boolean => {
  const slug = /^custom\/(.+)\.html$/.exec(path)?.[1]
  return slug !== undefined && slugForm.test(slug)
}

const isNoTemplate = (path: string): boolean =>
  /^(templates|custom|partials)\//.test(path) &&
  !path.endsWith('.html') &&
  !/(^|\/)[.][^/]*$|\.(md|txt)$/i.test(path)

const wrongExtension = (path: string): ThemeError => ({
  path,
  message: 'this file is not a template: names of templates end in .html',
  hint: 'Rename it, or move it below assets.',
})

function unusedTemplate(path: string, templates: readonly string[]): ThemeError {
  const before = samplePages
    .find((page) => page.templates.includes(path))
    ?.templates.find((other) => templates.includes(other))
  if (before)
    return {
      path,
      message: `no page uses this template: ${before} is used instead`,
      hint: 'Remove one of them.',
    }
  if (path.startsWith('custom/'))
    return {
      path,
      message: 'no page uses this template: its name is not a slug',
      hint: 'Name it after the slug of a page, category or tag: lower-case letters, digits and hyphens, without folders.',
    }
  const similar = similarTemplate(path)
  return {
    path,
    message: `no page uses this template${similar ? `; did you mean ${similar}?` : ''}`,
    hint: 'docs/themes.md lists which template renders which page. Shared parts belong in partials/.',
  }
}

/** A template with the same name in another folder, or with a similar name. */
function similarTemplate(path: string): string | undefined {
  const name = nameOf(path)
  const named = (wanted: string | undefined) =>
    wanted === undefined ? undefined : fallbacks.find((each) => nameOf(each) === wanted)
  return named(name) ?? named(similarName(name, fallbacks.map(nameOf)))
}

const nameOf = (path: string): string => path.replace(/^.*\/|\.html$/g, '')

function calledFrom(
  start: readonly string[],
  calls: ReadonlyMap<string, PartialCalls['partials']>,
): ReadonlySet<string> {
  const seen = new Set<string>(start)
  const open = [...start]
  for (let path = open.pop(); path !== undefined; path = open.pop())
    for (const { name } of calls.get(path) ?? []) {
      const partial = `partials/${name}.html`
      if (seen.has(partial)) continue
      seen.add(partial)
      open.push(partial)
    }
  return seen
}

/** Warns about missing block partials. They are not errors, because their block is rendered instead. */
export function missingBlockPartials(
  paths: ReadonlySet<string>,
  calls: ReadonlyMap<string, PartialCalls['partials']>,
): ThemeError[] {
  const names = [...paths].flatMap((path) => /^partials\/(.+)\.html$/.exec(path)?.[1] ?? [])
  return [...calls].flatMap(([path, partials]) =>
    partials
      .filter(({ name, isBlock }) => isBlock && !paths.has(`partials/${name}.html`))
      .slice(0, 100)
      .map(({ name, line }) => {
        const similar = similarName(name, names)
        const message = `the partial ${name} does not exist${similar ? `; did you mean ${similar}?` : ''}`
        return {
          path,
          line,
          message,
          hint: 'Its block is rendered instead. Add the partial, or correct the name.',
        }
      }),
  )
}
