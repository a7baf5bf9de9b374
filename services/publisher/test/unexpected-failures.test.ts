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
  const made = testPublisher(site('Title one'), changes)
  closing.push(made.close)
  const live = async () =>
    (await made.sites.generations('_site')).filter(({ isLive }) => isLive).map(({ id }) => id)
  return { ...made, live }
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
  it('does not undo it: the generation has succeeded, and the error is logged', async () => {
    const records = intercepted(memoryPageRecordStore())
    records.intercept('saveLinkReport', () => Promise.reject(new Error('no room for the report')))
    const { app, admin, run, ledger, live, receipts } = publisher({ records })
    const { id } = await app.generateSite(admin, {})
    await expect(run()).rejects.toThrow('no room for the report')
    expect((await ledger.overview()).last).toMatchObject({ id, state: 'succeeded', errors: [] })
    expect(await live()).toEqual([id])
    expect(await receipts.find(id)).toMatchObject({ state: 'activated', error: null })
  })

  it('does not switch again, although records may be stored later', async () => {
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

  it('leaves a generation that is continued, not failed', async () => {
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
  /** A store that is full for that many automatic generations. */
  function fullDisk(times: number) {
    const store = memorySiteStore()
    let left = times
    const stage: SiteStore['stage'] = async (request) => {
      const staging = await store.stage(request)
      if (request.trigger === 'manual' || left-- <= 0) return staging
      return {
        ...staging,
        write: () => Promise.reject(Object.assign(new Error('no space left'), { code: 'ENOSPC' })),
      }
    }
    const again = () => {
      left = times
    }
    return { sites: { ...store, stage }, again }
  }

  it('is published automatically later, and the failure is reported meanwhile', async () => {
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

  it('is retried with exponential backoff up to five minutes, reset by a success', async () => {
    const full = fullDisk(6)
    const { generate, app, ledger, change, run, wait } = publisher({ sites: full.sites })
    await generate()
    const delays: number[] = []
    const countDelays = () =>
      ledger.intercept('request', (forward, asked) => {
        delays.push(asked.dueAt.getTime() - (asked.latestAt?.getTime() ?? Number.NaN))
        return forward(asked)
      })
    change(site('Another title'))
    await app.noteChanges(ledger)
    const pause = countDelays()
    for (let n = 0; n < 6; n++) {
      wait(301_000)
      await expect(run()).rejects.toThrow('no space left')
    }
    expect(delays).toEqual([1_000, 4_000, 16_000, 64_000, 256_000, 300_000])
    wait(301_000)
    await run()
    expect((await ledger.overview()).last).toMatchObject({ state: 'succeeded' })
    full.again()
    change(site('A third title'))
    pause()
    await app.noteChanges(ledger)
    countDelays()
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
