/** The bundled and marketplace themes, and the checks that every page with these themes must pass. */
import axe from 'axe-core'
import { HtmlValidate } from 'html-validate'
import type { BrowserContext } from 'playwright-core'
import type { Api } from './api.ts'

export const marketplaceThemes: readonly string[] = ['folio', 'typewriter']
export const themes: readonly string[] = ['default', 'docs', 'magazine', ...marketplaceThemes]

export async function installMarketplaceThemes(api: Api): Promise<void> {
  for (const themeName of marketplaceThemes)
    await api.ok('POST', '/api/themes/marketplace/install', { json: { themeName } })
}

const validator = new HtmlValidate({
  extends: ['html-validate:standard'],
  rules: { 'no-trailing-whitespace': 'off' },
})

/** `line: rule: message` of each error. */
export async function validationErrors(html: string): Promise<readonly string[]> {
  const { results } = await validator.validateString(html)
  return results.flatMap(({ messages }) =>
    messages.map(({ ruleId, message, line }) => `${line}: ${ruleId}: ${message}`),
  )
}

/** Loads axe into each page of the context. Sending its source to each page instead takes twice as long. */
export const loadAxe = (context: BrowserContext): Promise<unknown> => context.addInitScript(axe.source)

/** Browser script that returns accessibility violations. The page must have loaded axe. */
export const violations = `axe.run(document, { resultTypes: ['violations'] })
  .then((result) => result.violations.map((v) => v.id + ': ' + v.nodes[0].html))`

/** Browser script that returns by how many pixels the page is wider than its window. */
export const overflow = 'document.documentElement.scrollWidth - document.documentElement.clientWidth'
