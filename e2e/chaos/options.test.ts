import { describe, expect, it } from 'vitest'
import { chaosOptions } from './options.ts'

describe('the options of npm run chaos', () => {
  it('take seed and rounds from the environment unless arguments set them', () => {
    expect(chaosOptions([], { SEED: '7', ROUNDS: '2' })).toMatchObject({
      seed: 7,
      rounds: 2,
      within: 30,
      broken: undefined,
      rolling: false,
      outages: false,
    })
    expect(chaosOptions(['--seed', '9', '--only', 'nats,content'], { SEED: '7' })).toMatchObject({
      seed: 9,
      targets: ['content', 'nats'],
    })
  })

  it.each([
    [['--only', 'nats,s4'], 'there is no process "s4"'],
    [['--broken', 'everything'], '--broken must be one of'],
    [['--rounds', '0'], '--rounds must be a whole number above 0'],
    [['--sed', '1'], "'--sed'"],
  ])('reject %j in one sentence', (args, sentence) => {
    expect(() => chaosOptions(args, {})).toThrow(sentence)
  })
})
