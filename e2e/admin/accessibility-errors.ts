import axe from 'axe-core'
import type { Page } from 'playwright-core'

/** Serious and critical violations that axe finds on the page. */
export async function accessibilityErrors(page: Page): Promise<string[]> {
  if (!(await page.evaluate('"axe" in globalThis'))) await page.evaluate(axe.source)
  const { violations } = (await page.evaluate(`axe.run({ resultTypes: ['violations'] })`)) as axe.AxeResults
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)
}
