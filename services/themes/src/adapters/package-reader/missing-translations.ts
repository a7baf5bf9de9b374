/** Finds keys of `{{t "key"}}` for which a theme has no translation. */
import { languageError } from '@typecase/kernel'
import { fallbackLanguage, readTranslations, translationTag } from '@typecase/theme-engine/translations'
import type { ThemeError } from '../../core/themes/theme-error.ts'

interface Node {
  readonly loc?: { readonly start: { readonly line: number } }
  readonly path?: { readonly original?: unknown }
  readonly params?: readonly { readonly type?: string; readonly value?: unknown }[]
}

interface UsedKey {
  readonly key: string
  readonly path: string
  readonly line: number
}

/** Maximum keys named in one warning. */
const namedAtMost = 10

/** `asts` are the syntax trees of the templates by path. Computed keys are not checked. */
export function missingTranslations(
  files: ReadonlyMap<string, Uint8Array>,
  asts: ReadonlyMap<string, unknown>,
): readonly ThemeError[] {
  const sources = new Map(
    [...files].flatMap(([path, bytes]) =>
      translationTag(path) === undefined ? [] : [[path, Buffer.from(bytes).toString('utf8')] as const],
    ),
  )
  const { texts } = readTranslations(sources)
  const used = firstUses([...asts].flatMap(([path, ast]) => usedKeys(path, ast)))
  const known = new Set(Object.keys(texts.get(fallbackLanguage) ?? {}))
  const all = new Set([...known, ...used.map(({ key }) => key)])
  const languages = [...sources.keys()].filter((path) => path !== fallbackFile)
  return [
    ...used.filter(({ key }) => !known.has(key)).map(withoutFallback),
    ...languages.flatMap((path) => errorsOfLanguage(path, texts.get(tagOf(path)), all)),
  ]
}

const fallbackFile = `translations/${fallbackLanguage}.json`
const tagOf = (path: string): string => (translationTag(path) ?? '').toLowerCase()

const withoutFallback = ({ key, path, line }: UsedKey): ThemeError => ({
  path,
  line,
  message: `${fallbackFile} has no text for ${key}`,
  hint: `Add ${key} to ${fallbackFile}: languages without the key show that text.`,
})

function errorsOfLanguage(
  path: string,
  texts: Readonly<Record<string, unknown>> | undefined,
  wanted: ReadonlySet<string>,
): readonly ThemeError[] {
  if (languageError(tagOf(path)))
    return [
      {
        path,
        message: 'the name of this file is not a language tag',
        hint: 'Name it after a language tag: de.json, pt-BR.json.',
      },
    ]
  // The trial, which renders sample pages, reports unreadable files. The file of a regional variant may
  // contain only what differs from its language.
  if (!texts || tagOf(path).includes('-')) return []
  const missing = [...wanted].filter((key) => !Object.hasOwn(texts, key)).sort()
  if (missing.length === 0) return []
  const more = missing.length > namedAtMost ? ` and ${missing.length - namedAtMost} more` : ''
  return [
    {
      path,
      message: `there is no text for ${missing.slice(0, namedAtMost).join(', ')}${more}`,
      hint: `Pages in this language show the text of ${fallbackFile} instead.`,
    },
  ]
}

function firstUses(uses: readonly UsedKey[]): readonly UsedKey[] {
  const first = new Map<string, UsedKey>()
  for (const use of uses) if (!first.has(use.key)) first.set(use.key, use)
  return [...first.values()]
}

function usedKeys(path: string, ast: unknown): readonly UsedKey[] {
  const found: UsedKey[] = []
  const open: unknown[] = [ast]
  while (open.length > 0) {
    const value = open.pop()
    if (typeof value !== 'object' || value === null) continue
    const { loc, path: called, params } = value as Node
    const key = params?.[0]
    if (called?.original === 't' && key?.type === 'StringLiteral')
      found.push({ key: String(key.value), path, line: loc?.start.line ?? 1 })
    // Reversed, because the last entry is popped first.
    for (const [name, child] of Object.entries(value).reverse()) if (name !== 'loc') open.push(child)
  }
  return found
}
