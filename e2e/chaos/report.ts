/** What a run has shown, as tables for a reader. */
import { printTable, round } from '../bench/table.ts'
import { targets } from './plan.ts'
import type { RunResult } from './run.ts'
import type { Verdict } from './settle.ts'

/** Faults shown of each check. */
const shown = 10

/** Prints it and answers whether nothing was wrong. */
export function report(result: RunResult): boolean {
  const { blows, tally, checks, acknowledged, loadMs, settledMs, items, events } = result
  const times = (target: string, kind: string) =>
    blows.filter((blow) => blow.target === target && blow.kind === kind).length
  printTable(
    'Blows',
    ['process', 'killed', 'kept away', 'storage lost', 'frozen'],
    targets.map((target) => [
      target,
      ...['kill', 'outage', 'wipe', 'freeze'].map((kind) => times(target, kind)),
    ]),
  )
  printTable(
    'Writes',
    ['write', 'acknowledged', 'never sent', 'answer not seen'],
    tally.rows().toSorted(([a], [b]) => a.localeCompare(b)),
  )
  printTable('Why an answer was not seen', ['reason', 'times'], [...tally.reasons()])
  reportChecks(checks)
  const settled = settledMs === undefined ? 'never' : `after ${round(settledMs / 1000, 1)} s`
  console.log(
    `\n${acknowledged} writes acknowledged in ${round(loadMs / 1000)} s (${round((acknowledged * 1000) / loadMs)} a second), ${items} items, ${events} events; settled ${settled}`,
  )
  return isWhole(result)
}

/** Prints what was checked, with the first faults of each. */
export function reportChecks(checks: Verdict['checks']): void {
  printTable(
    'Checks',
    ['check', 'faults'],
    checks.map(([name, faults]) => [name, faults.length]),
  )
  for (const [name, faults] of checks) {
    for (const fault of faults.slice(0, shown)) console.log(`${name}: ${fault}`)
    if (faults.length > shown) console.log(`${name}: and ${faults.length - shown} more`)
  }
}

export const isWhole = ({ checks }: Pick<RunResult, 'checks'>): boolean =>
  checks.every(([, faults]) => faults.length === 0)
