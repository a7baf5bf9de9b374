/** Writes events of the site into the query cache. */
import type { QueryClient } from '@tanstack/react-query'
import { siteStatusQuery } from '../api/queries.ts'
import type { Generation, ListOf, Receipt, SiteStatus } from '../api/types.ts'

interface SiteEventData {
  readonly status: SiteStatus
  readonly started: Generation
  readonly progress: Generation
  readonly planned: Receipt
  readonly activated: Receipt
  readonly unchanged: Receipt
  readonly failed: Receipt
}
export type SiteEvent = {
  readonly [N in keyof SiteEventData]: { readonly name: N; readonly data: SiteEventData[N] }
}[keyof SiteEventData]

export const eventNames = [
  'status',
  'started',
  'planned',
  'progress',
  'activated',
  'unchanged',
  'failed',
] as const satisfies readonly (keyof SiteEventData)[]

const receipts = ['site', 'receipts']

const withReceipt = (list: ListOf<Receipt>, receipt: Receipt): ListOf<Receipt> => {
  const others = list.data.filter(({ generationId }) => generationId !== receipt.generationId)
  return { data: [receipt, ...others], total: list.total + 1 + others.length - list.data.length }
}

/** Updates the cache. When a generation ends, invalidates all queries about the site. */
export function applySiteEvent(client: QueryClient, event: SiteEvent): void {
  if (event.name === 'status') {
    client.setQueryData(siteStatusQuery.queryKey, event.data)
    // `status` is the first event of a stream, and earlier events may have been missed.
    void client.invalidateQueries({ queryKey: receipts })
    return
  }
  if (event.name === 'started' || event.name === 'progress') {
    client.setQueryData(siteStatusQuery.queryKey, (status) => status && { ...status, current: event.data })
    return
  }
  client.setQueriesData<ListOf<Receipt>>(
    { queryKey: receipts },
    (list) => list && withReceipt(list, event.data),
  )
  if (event.name === 'planned') return
  client.setQueryData(siteStatusQuery.queryKey, (status) => status && { ...status, current: null })
  void client.invalidateQueries({ queryKey: ['site'] })
}
