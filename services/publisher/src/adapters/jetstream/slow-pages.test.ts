import { jetStreamWorkQueue } from '@typecase/messaging/work-queue'
import { freePort } from '@typecase/runtime/child-process'
import { createLogger } from '@typecase/runtime/log'
import { describe, expect, it, onTestFinished } from 'vitest'
import { endlessPages } from '../../../test/support/endless-pages.ts'
import type { RenderJob } from '../../core/ports.ts'
import { handlebarsRenderer } from '../handlebars/renderer.ts'
import { sharedRenderer } from './shared-renderer.ts'

const log = createLogger('test', 'silent')

/** What a publisher makes of such pages, in shares that nobody else takes. */
async function faultsOf({ theme, pages }: ReturnType<typeof endlessPages>) {
  const local = handlebarsRenderer({ processes: 1, timeLimit: 100 })
  onTestFinished(() => local.close())
  const queue = jetStreamWorkQueue({
    url: `nats://127.0.0.1:${await freePort()}`,
    name: 'rendering',
    version: '1',
    log,
    keys: undefined,
  })
  onTestFinished(() => queue.close())
  const renderer = sharedRenderer({ ...{ local, queue, log }, id: 'a', fewPages: 1, pagesAtOnce: 8 })
  await renderer.prepare(theme)
  const job = {
    ...{ run: { id: 'run', token: 1 }, theme, plan: { shared: {}, footerCode: '' } },
    ...{
      site: { basePath: '', absoluteBase: '', cleanUrls: true },
      pages,
      done: async () => undefined,
      maxFaults: 50,
    },
  } as unknown as RenderJob
  return await renderer.render(job)
}

describe('a generation that is shared', { timeout: 60_000 }, () => {
  it('ends with a few pages that never end, whatever share they are in', async () => {
    const faults = await faultsOf(endlessPages(160))
    expect(new Set(faults.map(({ message }) => message))).toEqual(new Set(['The template takes too long']))
    expect(faults.length).toBeGreaterThanOrEqual(5)
    expect(faults.length).toBeLessThan(10)
  })

  it('counts them over all shares, of each of which one does not end', async () => {
    expect((await faultsOf(endlessPages(160, (at) => at % 8 === 0))).length).toBe(5)
  })
})
