import axe from 'axe-core'
import type { Page } from 'playwright-core'

/** What axe finds serious or critical. Of what it finds right it need not collect every element. */
export async function faults(page: Page): Promise<string[]> {
  const { violations } = (await page.evaluate(
    `${axe.source}; axe.run({ resultTypes: ['violations'] })`,
  )) as axe.AxeResults
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)
}
