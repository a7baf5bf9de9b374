import { describe, expect, it } from 'vitest'
import { planOf, targets } from './plan.ts'
import { seededRandom } from './random.ts'

const options = { rounds: 20, targets, pauseMs: [100, 200] } as const

describe('the plan', () => {
  it('depends only on the seed', () => {
    expect(planOf(seededRandom(7), options)).toEqual(planOf(seededRandom(7), options))
    expect(planOf(seededRandom(8), options)).not.toEqual(planOf(seededRandom(7), options))
  })

  it.each(targets)('kills %s once per round', (target) => {
    const ends = planOf(seededRandom(1), options).filter(
      (disruption) => disruption.target === target && disruption.kind !== 'freeze',
    )
    expect(ends).toHaveLength(options.rounds)
  })

  it('deletes the storage of NATS in the first round, and freezes or stops some processes', () => {
    const kinds = planOf(seededRandom(1), options).map(({ kind }) => kind)
    expect(new Set(kinds)).toEqual(new Set(['kill', 'freeze', 'outage', 'wipe']))
    expect(
      planOf(seededRandom(1), { ...options, rounds: 1 }).filter(({ kind }) => kind === 'wipe'),
    ).toHaveLength(1)
  })
})
