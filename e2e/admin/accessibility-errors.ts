import axe from 'axe-core'
import type { Page } from 'playwright-core'

/** Serious and critical violations found by axe. */
export async function accessibilityErrors(page: Page): Promise<string[]> {
  const { violations } = (await page.evaluate(
    `${axe.source}; axe.run({ resultTypes: ['violations'] })`,
  )) as axe.AxeResults
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)
}
