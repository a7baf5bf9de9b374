/** Translations of a theme: `translations/de.json`, used by `{{t "key"}}`. */
import type { TemplateError } from './protocol.ts'

/** A text, or texts by plural category (`one`, `few`, `other` …). */
export type ThemeText = string | Readonly<Record<string, string>>

export interface Translations {
  /** By lowercase language tag. */
  readonly texts: ReadonlyMap<string, Readonly<Record<string, ThemeText>>>
  readonly errors: readonly TemplateError[]
}

export const fallbackLanguage = 'en'

/** The language tag in the name of a translations file; undefined for other files. */
export const translationTag = (path: string): string | undefined =>
  /^translations\/([^/]+)\.json$/.exec(path)?.[1]

export function readTranslations(sources: ReadonlyMap<string, string>): Translations {
  const texts = new Map<string, Readonly<Record<string, ThemeText>>>()
  const errors: TemplateError[] = []
  for (const [path, source] of sources) {
    const tag = translationTag(path)
    if (tag === undefined) continue
    const read = readTexts(source)
    if ('error' in read) errors.push({ template: path, message: read.error })
    else texts.set(tag.toLowerCase(), read.texts)
  }
  return { texts, errors }
}

type Read = { readonly texts: Readonly<Record<string, ThemeText>> } | { readonly error: string }

function readTexts(source: string): Read {
  let value: unknown
  try {
    value = JSON.parse(source)
  } catch (error) {
    return { error: `this is no JSON: ${error instanceof Error ? error.message : String(error)}` }
  }
  if (!isObject(value)) return { error: 'translations are a JSON object of keys and texts' }
  const wrong = Object.entries(value).find(([, text]) => !isThemeText(text))
  return wrong
    ? { error: `the text of ${wrong[0]} is neither a string nor an object of plural forms with "other"` }
    : { texts: value as Readonly<Record<string, ThemeText>> }
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const isThemeText = (value: unknown): boolean =>
  typeof value === 'string' ||
  (isObject(value) &&
    typeof value.other === 'string' &&
    Object.values(value).every((text) => typeof text === 'string'))

/** Language tags to try in order: for example `zh-Hant-TW`, `zh-Hant`, `zh`, then the fallback. */
function languagesFor(language: string): readonly string[] {
  const parts = language.toLowerCase().split('-')
  const tags = parts.map((_, index) => parts.slice(0, parts.length - index).join('-'))
  return tags.includes(fallbackLanguage) ? tags : [...tags, fallbackLanguage]
}

export type AsText = (value: unknown) => string

/** Returns a function that finds the text in the nearest language that has the key, or returns the key. */
export function translator(
  { texts }: Pick<Translations, 'texts'>,
  asText: AsText,
): (language: string, key: string, values: readonly unknown[]) => string {
  const numbers = new Map<string, Numbers>()
  const numbersOf = (language: string): Numbers => {
    const known = numbers.get(language) ?? numbersIn(language)
    numbers.set(language, known)
    return known
  }
  return (language, key, values) => {
    const found = languagesFor(language).find((tag) => Object.hasOwn(texts.get(tag) ?? {}, key))
    if (found === undefined) return key
    const text = texts.get(found)?.[key] ?? key
    const chosen = typeof text === 'string' ? text : pluralForm(text, values, numbersOf(found))
    return values.length === 0 ? chosen : filled(chosen, values, asText, numbersOf(found))
  }
}

interface Numbers {
  readonly format: Intl.NumberFormat
  readonly plural: Intl.PluralRules
}

const numbersIn = (language: string): Numbers => ({
  format: new Intl.NumberFormat(validTag(language), { useGrouping: false }),
  plural: new Intl.PluralRules(validTag(language)),
})

/** The tag, or the fallback if it is invalid, because a translations file may have any name. */
function validTag(tag: string): string {
  try {
    return Intl.getCanonicalLocales(tag)[0] ?? fallbackLanguage
  } catch {
    return fallbackLanguage
  }
}

function pluralForm(
  forms: Readonly<Record<string, string>>,
  values: readonly unknown[],
  { plural }: Numbers,
): string {
  const count = values.find((value) => typeof value === 'number')
  const category = typeof count === 'number' ? plural.select(count) : 'other'
  return (Object.hasOwn(forms, category) ? forms[category] : forms.other) ?? ''
}

const filled = (text: string, values: readonly unknown[], asText: AsText, { format }: Numbers): string =>
  text.replace(/\{(\d+)\}/g, (whole, at: string) => {
    const value = values[Number(at)]
    if (value === undefined) return whole
    return typeof value === 'number' ? format.format(value) : asText(value)
  })
