import { AppError } from '@typecase/kernel'
import { afterEach, describe, expect, it } from 'vitest'
import type { SiteStore } from '../src/core/ports.ts'
import type { Change } from '../src/core/reports/history/receipt.ts'
import { memoryPageRecordStore } from './memory/page-records.ts'
import { memorySiteStore } from './memory/site-store.ts'
import { intercepted } from './support/intercepted.ts'
import { testPublisher } from './support/publisher.ts'
import { aPost, aSourceSite } from './support/sites.ts'

const closing: (() => void)[] = []
afterEach(() => {
  for (const close of closing.splice(0)) close()
})

function publisher(...[changes = {}]: [Parameters<typeof testPublisher>[1]?]) {
  const fixture = testPublisher(site('Title one'), changes)
  closing.push(fixture.close)
  const live = async () =>
    (await fixture.sites.generations('_site')).filter(({ isLive }) => isLive).map(({ id }) => id)
  return { ...fixture, live }
}

const site = (title: string) => aSourceSite({ posts: [aPost('one', { title })] })
const saved: Change = {
  id: 'c1',
  kind: 'post',
  entityId: aPost('one').id,
  what: 'updated',
  revision: 2,
  title: 'Another title',
  slug: 'one',
  acceptedAt: new Date(Date.UTC(2026, 0, 1)),
  updatedAt: null,
}

describe('an error after the switch', () => {
  it('does not revert the switch: the generation succeeds, and the error is thrown', async () => {
    const records = intercepted(memoryPageRecordStore())
    records.intercept('saveLinkReport', () => Promise.reject(new Error('the report could not be stored')))
    const { app, admin, run, ledger, live, receipts } = publisher({ records })
    const { id } = await app.generateSite(admin, {})
    await expect(run()).rejects.toThrow('the report could not be stored')
    expect((await ledger.overview()).last).toMatchObject({ id, state: 'succeeded', errors: [] })
    expect(await live()).toEqual([id])
    expect(await receipts.find(id)).toMatchObject({ state: 'activated', error: null })
  })

  it('does not switch again, even if records could not be stored', async () => {
    const records = intercepted(memoryPageRecordStore())
    records.intercept('write', () =>
      Promise.reject(new AppError('unavailable', 'STORAGE_TIMEOUT', 'too slow')),
    )
    const { app, admin, run, ledger, sites, wait } = publisher({ records })
    await app.generateSite(admin, {})
    await expect(run()).rejects.toMatchObject({ code: 'STORAGE_TIMEOUT' })
    wait(60_000)
    await run()
    expect((await ledger.overview()).last).toMatchObject({ state: 'succeeded', attempts: 1 })
    expect(await sites.generations('_site')).toHaveLength(1)
  })

  it('leaves the generation running, and the next run continues it', async () => {
    const { app, admin, run, ledger } = publisher()
    const reconnect = ledger.intercept('whileRunning', async (forward, ...given) => {
      await forward(...given)
      throw new Error('the connection broke')
    })
    await app.generateSite(admin, {})
    await expect(run()).rejects.toThrow('the connection broke')
    expect((await ledger.overview()).current).toMatchObject({ state: 'running' })
    reconnect()
    await run()
    expect((await ledger.overview()).last).toMatchObject({ state: 'succeeded', attempts: 2 })
  })
})

describe('a change that was not published because of an unexpected error', () => {
  /** A store whose disk is full for that many automatic generations. */
  function fullDisk(times: number) {
    const store = memorySiteStore()
    let failuresLeft = times
    const stage: SiteStore['stage'] = async (request) => {
      const staging = await store.stage(request)
      if (request.trigger === 'manual' || failuresLeft-- <= 0) return staging
      return {
        ...staging,
        write: () => Promise.reject(Object.assign(new Error('no space left'), { code: 'ENOSPC' })),
      }
    }
    const fillAgain = () => {
      failuresLeft = times
    }
    return { sites: { ...store, stage }, fillAgain }
  }

  it('is published automatically later, and the failure is reported until then', async () => {
    const { sites } = fullDisk(1)
    const { generate, app, ledger, receipts, change, run, wait } = publisher({ sites })
    await generate()
    change(site('Another title'))
    await app.noteChanges(ledger, { receipts, changes: [saved] })
    wait(1_000)
    await expect(run()).rejects.toThrow('no space left')
    expect((await ledger.overview()).last).toMatchObject({
      state: 'failed',
      errors: [{ message: 'The site could not be written: the disk is full' }],
    })
    wait(2_000)
    await run()
    const { last, current } = await ledger.overview()
    expect(last).toMatchObject({ trigger: 'event', state: 'succeeded' })
    expect(current).toBeUndefined()
    expect(Buffer.from((await sites.read('_site', 'post/one/index.html')) ?? []).toString()).toContain(
      'Another title',
    )
    expect(await receipts.find(last?.id ?? '')).toMatchObject({
      state: 'activated',
      changes: [{ title: 'Another title' }],
    })
  })

  it('is retried with exponential backoff up to five minutes, which a success resets', async () => {
    const disk = fullDisk(6)
    const { generate, app, ledger, change, run, wait } = publisher({ sites: disk.sites })
    await generate()
    const delays: number[] = []
    const recordDelays = () =>
      ledger.intercept('request', (forward, request) => {
        delays.push(request.dueAt.getTime() - (request.latestAt?.getTime() ?? Number.NaN))
        return forward(request)
      })
    change(site('Another title'))
    await app.noteChanges(ledger)
    const stopRecording = recordDelays()
    for (let n = 0; n < 6; n++) {
      wait(301_000)
      await expect(run()).rejects.toThrow('no space left')
    }
    expect(delays).toEqual([1_000, 4_000, 16_000, 64_000, 256_000, 300_000])
    wait(301_000)
    await run()
    expect((await ledger.overview()).last).toMatchObject({ state: 'succeeded' })
    disk.fillAgain()
    change(site('A third title'))
    stopRecording()
    await app.noteChanges(ledger)
    recordDelays()
    wait(1_000)
    await expect(run()).rejects.toThrow('no space left')
    expect(delays.at(-1)).toBe(1_000)
  })

  it('is not retried if the theme or the settings must change first', async () => {
    const { generate, event, change, site: now, ledger } = publisher()
    await generate()
    change({
      ...now(),
      theme: { ...now().theme, digest: 'broken', sources: new Map([['templates/layout.html', '{{#if}}']]) },
    })
    expect(await event()).toMatchObject({ state: 'failed' })
    expect((await ledger.overview()).current).toBeUndefined()
  })
})
