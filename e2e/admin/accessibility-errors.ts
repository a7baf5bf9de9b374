import axe from 'axe-core'
import type { Page } from 'playwright-core'

/**
 * Serious and critical violations that axe finds on the page. Excludes frames: they show pages of the site,
 * and axe waits a minute for a frame whose document is replaced during the check.
 */
export async function accessibilityErrors(page: Page): Promise<string[]> {
  if (!(await page.evaluate('"axe" in globalThis'))) await page.evaluate(axe.source)
  const { violations } = (await page.evaluate(
    `axe.run({ resultTypes: ['violations'], iframes: false })`,
  )) as axe.AxeResults
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)
}
