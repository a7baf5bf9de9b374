import { afterEach, describe, expect, it } from 'vitest'
import { testPublisher } from './support/publisher.ts'
import { aPost, aSourceSite } from './support/sites.ts'

const closing: (() => void)[] = []
afterEach(() => {
  for (const close of closing.splice(0)) close()
})

function publisher() {
  const fixture = testPublisher(aSourceSite({ posts: [aPost('one')] }))
  closing.push(fixture.close)
  return fixture
}

describe('an interrupted generation', () => {
  it('is continued by the same process after an unexpected error', async () => {
    const { app, admin, ledger } = publisher()
    const reconnect = ledger.intercept('finish', () => Promise.reject(new Error('the connection broke')))
    const { signal } = new AbortController()
    await app.generateSite(admin, {})
    await expect(app.runGenerations(signal)).rejects.toThrow('the connection broke')
    expect((await ledger.overview()).current).toMatchObject({ state: 'running' })
    reconnect()
    await app.runGenerations(signal)
    expect((await ledger.overview()).last).toMatchObject({ state: 'succeeded', attempts: 2 })
  })

  it('of another process is continued by the next lease holder, or the current one after 5 s', async () => {
    const { app, admin, ledger, wait } = publisher()
    const { signal } = new AbortController()
    const interrupt = async () => {
      await app.generateSite(admin, {})
      const next = await ledger.next(new Date(Date.UTC(2030, 0, 1)))
      if (next && 'generation' in next)
        await ledger.start(next.generation.id, next.generation.options, new Date())
      expect((await ledger.overview()).current).toMatchObject({ state: 'running' })
    }
    await app.runGenerations(signal)
    await interrupt()
    await app.runGenerations(signal)
    expect((await ledger.overview()).current).toMatchObject({ state: 'running' })
    const { signal: nextSignal } = new AbortController()
    await app.runGenerations(nextSignal)
    expect((await ledger.overview()).current).toBeUndefined()
    await interrupt()
    wait(5_000)
    await app.runGenerations(nextSignal)
    expect((await ledger.overview()).current).toBeUndefined()
  })
})
