/** The bundled and marketplace themes, and the checks of all their pages. */
import { HtmlValidate } from 'html-validate'
import type { Api } from './api.ts'

export const marketplaceThemes: readonly string[] = ['folio', 'typewriter']
export const themes: readonly string[] = ['default', 'docs', 'magazine', ...marketplaceThemes]

export async function installMarketplaceThemes(api: Api): Promise<void> {
  for (const themeName of marketplaceThemes)
    await api.ok('POST', '/api/themes/marketplace/install', { json: { themeName } })
}

/** `line: rule: message` of each error. */
export async function validationErrors(html: string): Promise<readonly string[]> {
  const validator = new HtmlValidate({
    extends: ['html-validate:standard'],
    rules: { 'no-trailing-whitespace': 'off' },
  })
  const { results } = await validator.validateString(html)
  return results.flatMap(({ messages }) =>
    messages.map(({ ruleId, message, line }) => `${line}: ${ruleId}: ${message}`),
  )
}

/** Scripts for the browser. The first needs axe in the page and returns only violations. */
export const violations = `axe.run(document, { resultTypes: ['violations'] })
  .then((result) => result.violations.map((v) => v.id + ': ' + v.nodes[0].html))`

/** Pixels that a page is wider than its window. */
export const overflow = 'document.documentElement.scrollWidth - document.documentElement.clientWidth'
