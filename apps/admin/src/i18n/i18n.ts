/** The strings of the interface in the user's language. */
import { useCallback } from 'react'
import { store, useStored } from '../store.ts'
import { content } from './messages/content.ts'
import { design } from './messages/design.ts'
import { editor } from './messages/editor.ts'
import { errors } from './messages/errors.ts'
import { media } from './messages/media.ts'
import { publish } from './messages/publish.ts'
import { redirects } from './messages/redirects.ts'
import { search } from './messages/search.ts'
import { setup } from './messages/setup.ts'
import { shared } from './messages/shared.ts'
import { shell } from './messages/shell.ts'
import { site } from './messages/site.ts'
import { transfer } from './messages/transfer.ts'
import { why } from './messages/why.ts'

/** The languages, in the same order as the texts of a message. */
export const languages = [
  { code: 'en', name: 'English' },
  { code: 'de', name: 'Deutsch' },
] as const
export type Language = (typeof languages)[number]['code']

export const messages = {
  ...shared,
  ...shell,
  ...content,
  ...editor,
  ...search,
  ...media,
  ...design,
  ...site,
  ...publish,
  ...redirects,
  ...transfer,
  ...setup,
  ...why,
  ...errors,
}
export type MessageKey = keyof typeof messages
export type Values = Readonly<Record<string, string | number>>

const storageKey = 'typecase.language'
const current = store(initialLanguage())

function initialLanguage(): Language {
  const preferred = [storage()?.getItem(storageKey) ?? '', ...(globalThis.navigator?.languages ?? [])].map(
    (tag) => tag.slice(0, 2),
  )
  return (
    languages.find(
      ({ code }) => preferred.find((tag) => languages.some((known) => known.code === tag)) === code,
    )?.code ?? 'en'
  )
}

/** The browser's storage; undefined in unit tests, which run without a browser. */
function storage(): Storage | undefined {
  return typeof localStorage === 'undefined' ? undefined : localStorage
}

export const language = current.get

export function setLanguage(code: Language): void {
  storage()?.setItem(storageKey, code)
  document.documentElement.lang = code
  current.set(code)
}

/** Replaces `{name}` with a value, and `{n|file|files}` with the first word if `n` is 1, else the second. */
export function translate(code: Language, key: MessageKey, values: Values = {}): string {
  const [english, german] = messages[key]
  const text: string = code === 'de' ? german : english
  return text.replace(
    /\{(\w+)(?:\|([^|}]*)\|([^}]*))?\}/g,
    (placeholder, name: string, one?: string, many?: string) => {
      const value = values[name]
      if (value === undefined) return placeholder
      if (one !== undefined) return (value === 1 ? one : many) ?? ''
      return typeof value === 'number' ? new Intl.NumberFormat(code).format(value) : value
    },
  )
}

export type Translate = (key: MessageKey, values?: Values) => string

export const useLanguage = (): Language => useStored(current)

export function useT(): Translate {
  const code = useLanguage()
  return useCallback((key: MessageKey, values?: Values) => translate(code, key, values), [code])
}
