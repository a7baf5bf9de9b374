/** Prints the result of a run as tables. */
import { printTable, round } from '../bench/table.ts'
import type { Verdict } from './judge.ts'
import { targets } from './plan.ts'
import type { RunResult } from './run.ts'

/** Maximum number of errors shown per check. */
const shown = 10

/** Prints the result; returns whether all checks passed. */
export function report(result: RunResult): boolean {
  const { disruptions, tally, checks, acknowledged, loadMs, completedMs, items, events } = result
  const times = (target: string, kind: string) =>
    disruptions.filter((disruption) => disruption.target === target && disruption.kind === kind).length
  printTable(
    'Disruptions',
    ['process', 'killed', 'kept down', 'storage lost', 'frozen'],
    targets.map((target) => [
      target,
      ...['kill', 'outage', 'wipe', 'freeze'].map((kind) => times(target, kind)),
    ]),
  )
  printTable(
    'Writes',
    ['write', 'acknowledged', 'never sent', 'no response'],
    tally.rows().toSorted(([a], [b]) => a.localeCompare(b)),
  )
  printTable('Reasons for missing responses', ['reason', 'times'], [...tally.reasons()])
  reportChecks(checks)
  const completed = completedMs === undefined ? 'never' : `after ${round(completedMs / 1000, 1)} s`
  console.log(
    `\n${acknowledged} writes acknowledged in ${round(loadMs / 1000)} s (${round((acknowledged * 1000) / loadMs)}/s), ${items} items, ${events} events; consistent ${completed}`,
  )
  return isCorrect(result)
}

/** Prints the checks, with the first errors of each. */
export function reportChecks(checks: Verdict['checks']): void {
  printTable(
    'Checks',
    ['check', 'errors'],
    checks.map(([name, errors]) => [name, errors.length]),
  )
  for (const [name, errors] of checks) {
    for (const error of errors.slice(0, shown)) console.log(`${name}: ${error}`)
    if (errors.length > shown) console.log(`${name}: and ${errors.length - shown} more`)
  }
}

export const isCorrect = ({ checks }: Pick<RunResult, 'checks'>): boolean =>
  checks.every(([, errors]) => errors.length === 0)
