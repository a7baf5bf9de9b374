/** Parses the command line of `npm run chaos`. */
import { parseArgs } from 'node:util'
import { type Target, targets } from './plan.ts'

const breakages = ['early-answer', 'outbox', 'relay', 'idempotency'] as const
export type Breakage = (typeof breakages)[number]

export interface ChaosOptions {
  readonly seed: number
  readonly rounds: number
  readonly targets: readonly Target[]
  readonly clients: number
  /** Seconds after the last restart within which everything must be consistent. */
  readonly within: number
  /** Runs the content service with this deliberate defect, to test that the checks detect it. */
  readonly broken: Breakage | undefined
  /** Restarts replicas one by one instead of killing processes. */
  readonly rolling: boolean
  /** Stops replicas without first removing them from the balancer. */
  readonly abrupt: boolean
  /** Takes services down one by one, and checks the others during each outage. */
  readonly outages: boolean
  /** Folder of a checkout of an earlier version, to upgrade from and roll back to. */
  readonly upgradeFrom: string | undefined
}

export const usage = `usage: npm run chaos -- [--seed N] [--rounds N] [--only ${targets.join(',')}] [--clients N] [--within SECONDS]
                       [--broken ${breakages.join('|')}]
       npm run chaos -- --rolling [--abrupt]
       npm run chaos -- --outages
       npm run chaos -- --upgrade-from FOLDER
SEED and ROUNDS may also be set in the environment.`

/** @throws Error with one sentence about an invalid option */
export function chaosOptions(
  args: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
): ChaosOptions {
  const { values } = parseArgs({
    args: [...args],
    options: {
      seed: { type: 'string', default: env.SEED ?? String(1 + Math.floor(Math.random() * 1_000_000)) },
      rounds: { type: 'string', default: env.ROUNDS ?? '3' },
      only: { type: 'string', default: targets.join(',') },
      clients: { type: 'string', default: '24' },
      within: { type: 'string', default: '30' },
      broken: { type: 'string' },
      rolling: { type: 'boolean', default: false },
      abrupt: { type: 'boolean', default: false },
      outages: { type: 'boolean', default: false },
      'upgrade-from': { type: 'string' },
    },
  })
  const only = values.only.split(',')
  const unknown = only.find((name) => !targets.some((target) => target === name))
  if (unknown !== undefined)
    throw new Error(`--only: there is no process "${unknown}"; choose from ${targets.join(', ')}`)
  const broken = breakages.find((each) => each === values.broken)
  if (values.broken !== undefined && broken === undefined)
    throw new Error(`--broken must be one of ${breakages.join(', ')}`)
  return {
    seed: positiveInteger('--seed', values.seed),
    rounds: positiveInteger('--rounds', values.rounds),
    clients: positiveInteger('--clients', values.clients),
    within: positiveInteger('--within', values.within),
    targets: targets.filter((target) => only.includes(target)),
    broken,
    rolling: values.rolling,
    abrupt: values.abrupt,
    outages: values.outages,
    upgradeFrom: values['upgrade-from'],
  }
}

function positiveInteger(name: string, text: string): number {
  const value = Number(text)
  if (!Number.isInteger(value) || value < 1 || value > 2 ** 31)
    throw new Error(`${name} must be a whole number above 0, but is "${text}"`)
  return value
}
