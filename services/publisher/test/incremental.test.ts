import { randomRuns } from '@typecase/testing/random-runs'
import { expect, it, onTestFinished } from 'vitest'
import { handlebarsRenderer } from '../src/adapters/handlebars/renderer.ts'
import { testPublisher } from './support/publisher.ts'
import { edited, firstSite, generator } from './support/random-edits.ts'
import { aSourceSite } from './support/sites.ts'

const sequences = randomRuns({ short: 40, long: 200 })
const steps = 4

it('an incremental generation after random edits has the same bytes as a full one', async () => {
  const renderer = handlebarsRenderer({ processes: 1, timeLimit: 10_000 })
  onTestFinished(() => renderer.close())
  const startedAt = Date.now()
  for (let seed = 1; seed <= sequences; seed++) {
    const random = generator(seed)
    const { event, generate, change, site, files, addresses } = testPublisher(
      { ...aSourceSite(), ...firstSite() },
      { renderer },
    )
    await generate()
    const done: string[] = []
    for (let step = 0; step < steps; step++) {
      const next = edited(site(), random)
      done.push(next.edits.join(' + '))
      change(next.site)
      const about = `seed ${seed}: ${done.join(', then ')}`
      expect(await event(), about).toMatchObject({ trigger: 'event', state: 'succeeded' })
      const fresh = testPublisher(site(), { renderer, addresses })
      expect(await fresh.generate(), about).toMatchObject({ state: 'succeeded' })
      expect(await files(), about).toEqual(await fresh.files())
    }
  }
  process.stdout.write(
    `incremental = full: ${sequences} sequences of ${steps} steps in ${Math.round((Date.now() - startedAt) / 1000)} s\n`,
  )
}, 3_600_000)
