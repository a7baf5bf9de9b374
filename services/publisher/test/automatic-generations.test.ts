import { AppError } from '@typecase/kernel'
import { afterEach, describe, expect, it } from 'vitest'
import { testPublisher } from './support/publisher.ts'
import { aPage, aPost, aSourceSite } from './support/sites.ts'

const closing: (() => void)[] = []

afterEach(() => {
  for (const close of closing.splice(0)) close()
})

function publisher(...args: Parameters<typeof testPublisher>) {
  const fixture = testPublisher(...args)
  closing.push(fixture.close)
  return fixture
}

const small = () =>
  aSourceSite({
    posts: [aPost('one', { at: 1, tags: ['A'] }), aPost('two', { at: 2, category: 'News' })],
    pages: [aPage('about')],
  })
const unavailable = new AppError(
  'unavailable',
  'UPSTREAM_UNAVAILABLE',
  'A part of the system is not available. Please try again.',
)

describe('events', () => {
  it('require an earlier generation and staticAutoPublish (contract.md#automatic-generations)', async () => {
    const { event, generate, change, site, ledger } = publisher(small())
    expect(await event()).toBeUndefined()
    await generate()
    change({ ...site(), settings: { ...site().settings, staticAutoPublish: false } })
    expect(await event()).toMatchObject({ trigger: 'manual' })
    expect((await ledger.overview()).current).toBeUndefined()
  })

  it('in a burst start one generation, which renders the changed pages', async () => {
    const { app, event, generate, change, site, ledger, files } = publisher(small())
    await generate()
    for (let n = 0; n < 20; n++) await app.noteChanges(ledger)
    change({ ...site(), pages: site().pages.map((page) => ({ ...page, markdown: '**new**' })) })
    expect(await event()).toMatchObject({
      trigger: 'event',
      state: 'succeeded',
      pagesWritten: 1,
      pagesDone: 11,
      pagesTotal: 11,
    })
    expect(ledger.facts).toHaveLength(2)
    expect((await files()).get('about/index.html')).toContain('<strong>new</strong>')
  })

  it('without visible changes start a generation that writes nothing', async () => {
    const { event, generate } = publisher(small())
    await generate()
    expect(await event()).toMatchObject({ trigger: 'event', state: 'succeeded', pagesWritten: 0 })
  })

  it('with invalid settings start one generation, which fails with the reason', async () => {
    const { event, generate, change, site, ledger, wait, run } = publisher(small())
    await generate()
    const validSite = site()
    change({
      ...validSite,
      settings: { ...validSite.settings, siteUrl: 'https://a.test/?b', staticOutputDir: '.generations' },
    })
    const reason = 'The settings of the site cannot be used: '
    expect(await event()).toMatchObject({
      trigger: 'event',
      state: 'failed',
      errors: [
        { message: `${reason}outputDir must not use the name .generations, which is reserved` },
        { message: expect.stringContaining(`${reason}baseUrl must be`) },
      ],
    })
    wait(3_600_000)
    await run()
    expect(ledger.facts).toMatchObject([{}, { type: 'publisher.site.failed', data: { outputDir: '' } }])
    expect((await ledger.overview()).current).toBeUndefined()
    change(validSite)
    expect(await event()).toMatchObject({ trigger: 'event', state: 'succeeded' })
  })

  it.each([
    ['the settings', () => Promise.reject(unavailable)],
    ['the site context', async () => small().settings],
  ])('wait without a time limit while %s cannot be read', async (_, settings) => {
    const { generate, ledger, app, wait } = publisher(small())
    await generate()
    const disconnected = publisher(small(), {
      ledger,
      source: { settings, siteContext: () => Promise.reject(unavailable), open: async () => undefined },
    })
    await app.noteChanges(ledger)
    for (let attempt = 0; attempt < 12; attempt++) {
      disconnected.wait(60_000)
      await disconnected.run()
    }
    expect((await ledger.overview()).current).toMatchObject({ trigger: 'event', state: 'queued' })
    wait(3_600_000)
    await app.runGenerations(new AbortController().signal)
    expect((await ledger.overview()).last).toMatchObject({ trigger: 'event', state: 'succeeded' })
  })
})
