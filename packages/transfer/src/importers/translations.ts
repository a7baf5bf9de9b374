import { itemIdOf } from '../digest/derived-id.ts'
import type { Reporter } from '../report.ts'
import type { Document } from './documents.ts'
import { languageOf } from './fields.ts'

/** A document and the language in its file name or folder. */
export interface Localized {
  readonly document: Document
  /** The language's key in the configuration, such as `zh_cn`; undefined for the language of the site. */
  readonly language: string | undefined
  /** Key that all translations of the same text share. */
  readonly text: string
}

/**
 * Assigns languages. Also assigns ids to documents with translations, because a translation names its
 * original by id. The original is the version in the language of the site, or else the first version.
 */
export function withTranslations(all: readonly Localized[], reporter: Reporter): Document[] {
  const texts = new Map<string, Localized[]>()
  for (const version of all) {
    const key = `${version.document.type} ${version.text}`
    const versions = texts.get(key)
    if (versions) versions.push(version)
    else texts.set(key, [version])
  }
  return [...texts.values()].flatMap((versions) => {
    const original = versions.find(({ language }) => language === undefined) ?? versions[0]
    return versions.map((version): Document => {
      const { document } = version
      const language =
        document.fields.language ?? languageOf(version.language, { file: document.file, reporter })
      const fields = { ...document.fields, ...(language === undefined ? {} : { language }) }
      if (versions.length === 1 || !original) return { ...document, fields }
      const translationOf = version === original ? {} : { translationOf: itemIdOf(original.document.file) }
      return { ...document, fields: { ...fields, id: itemIdOf(document.file), ...translationOf } }
    })
  })
}
