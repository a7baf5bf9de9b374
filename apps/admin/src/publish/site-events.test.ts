import { QueryClient } from '@tanstack/react-query'
import { describe, expect, it } from 'vitest'
import { receiptsQuery, siteStatusQuery } from '../api/queries.ts'
import type { Generation, Receipt, SiteStatus } from '../api/types.ts'
import { applySiteEvent } from './site-events.ts'

const status: SiteStatus = { lastGenerated: null, current: null, last: null, linkCheck: null }
const running = { id: 'b', state: 'running', pagesDone: 3, pagesTotal: 5 } as Generation
const receipt = (generationId: string, state: Receipt['state']) => ({ generationId, state }) as Receipt

function connected() {
  const client = new QueryClient()
  client.setQueryData(siteStatusQuery.queryKey, status)
  client.setQueryData(receiptsQuery(10).queryKey, { data: [receipt('a', 'activated')], total: 7 })
  return {
    client,
    status: () => client.getQueryData(siteStatusQuery.queryKey),
    receipts: () => client.getQueryData(receiptsQuery(10).queryKey),
    isStale: () => client.getQueryState(siteStatusQuery.queryKey)?.isInvalidated,
  }
}

describe('events of the site', () => {
  it('update the running generation and its history entry, without adding a second entry', () => {
    const { client, status: currentStatus, receipts, isStale } = connected()
    applySiteEvent(client, { name: 'progress', data: running })
    expect(currentStatus()).toMatchObject({ current: { pagesDone: 3 } })
    applySiteEvent(client, { name: 'planned', data: receipt('b', 'planned') })
    expect(receipts()).toMatchObject({
      data: [{ generationId: 'b', state: 'planned' }, { generationId: 'a' }],
      total: 8,
    })
    expect(isStale()).toBe(false)
    applySiteEvent(client, { name: 'failed', data: receipt('b', 'failed') })
    expect(receipts()).toMatchObject({
      data: [{ generationId: 'b', state: 'failed' }, { generationId: 'a' }],
      total: 8,
    })
    expect(currentStatus()?.current).toBeNull()
    expect(isStale()).toBe(true)
  })

  it('set the status and invalidate the publish history when the stream starts', () => {
    const { client, status: currentStatus } = connected()
    applySiteEvent(client, { name: 'status', data: { ...status, current: running } })
    expect(currentStatus()?.current).toEqual(running)
    expect(client.getQueryState(receiptsQuery(10).queryKey)?.isInvalidated).toBe(true)
  })
})
