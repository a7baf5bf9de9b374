/** Items in other languages than the site (contract.md#languages-of-items). */
import { textDirection } from '@typecase/kernel'
import type { Page, Post } from '../../site/site.ts'
import type { Context } from './context.ts'
import { wordsOf } from './words.ts'

type Entry = Post | Page

/** A translation of a page. */
export interface Alternate {
  /** BCP 47. */
  readonly language: string
  readonly direction: 'ltr' | 'rtl'
  /** Name of the language in that language. */
  readonly name: string
  readonly url: string
  readonly absoluteUrl: string
  readonly current: boolean
}

export interface OwnLanguage {
  readonly language?: string
  readonly direction?: 'ltr' | 'rtl'
}

/** Empty for an item in the language of the site. */
export const ownLanguage = ({ language }: Pick<Entry, 'language'>): OwnLanguage =>
  language === null ? {} : { language, direction: textDirection(language) }

/**
 * The translations of an item, one per language, the original first. Of two items in the same language, lists
 * the older one, unless the other is `entry`.
 */
export function alternatesOf(context: Context, entry: Entry): readonly Alternate[] {
  const group = context.translations(entry)
  if (group.length === 0) return []
  const languageOf = (one: Entry) => one.language ?? context.site.settings.siteLanguage
  const keyOf = (one: Entry) => languageOf(one).toLowerCase()
  const chosen = new Map<string, Entry>()
  for (const one of group) {
    const known = chosen.get(keyOf(one))
    if (!known || one === entry) chosen.set(keyOf(one), one)
  }
  if (chosen.size < 2) return []
  return [...chosen.values()].map((one) => {
    const language = languageOf(one)
    const route = context.routeOf(one)
    return {
      language,
      direction: textDirection(language),
      name: nameOf(language),
      url: context.url(route),
      absoluteUrl: context.absoluteUrl(route),
      current: one === entry,
    }
  })
}

const names = new Map<string, string>()

/** "Deutsch" for de; the tag itself for a language without a name. */
function nameOf(language: string): string {
  const known = names.get(language)
  if (known !== undefined) return known
  const name = new Intl.DisplayNames([language], { type: 'language' }).of(language) ?? language
  const [first = '', ...rest] = name
  const written = first.toLocaleUpperCase(language) + rest.join('')
  names.set(language, written)
  return written
}

const localized = new WeakMap<Context, Map<string, Context>>()

/** The context with words and dates in another language. */
export function inLanguage(context: Context, language: string | null): Context {
  const { site } = context
  if (language === null || language === site.settings.siteLanguage) return context
  const contexts = localized.get(context) ?? new Map<string, Context>()
  localized.set(context, contexts)
  const settings = { ...site.settings, siteLanguage: language }
  const known = contexts.get(language) ?? {
    ...context,
    words: wordsOf(language),
    site: { ...site, settings },
  }
  contexts.set(language, known)
  return known
}
