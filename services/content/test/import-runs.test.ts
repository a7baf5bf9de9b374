import { TransferServiceDef } from '@typecase/contracts/services'
import { type Actor, AppError } from '@typecase/kernel'
import { currentContext } from '@typecase/runtime/context'
import { grpcClient } from '@typecase/runtime/grpc'
import { createLogger } from '@typecase/runtime/log'
import { uuidv7 } from '@typecase/runtime/postgres'
import { expect, it } from 'vitest'
import { contentServer } from '../src/adapters/grpc/server.ts'
import { markup } from '../src/adapters/markup/markup.ts'
import { contentApp } from '../src/core/app.ts'
import type { ContentStore, ContentWriter } from '../src/core/ports.ts'
import type { ImportInput } from '../src/core/transfer/import-input.ts'
import { memoryContentStore } from './memory/store.ts'
import { unexpected } from './unexpected.ts'

const admin: Actor = { kind: 'user', id: 'u1', username: 'ada', role: 'admin', sessionId: 's1' }

const appWith = (store: ContentStore) =>
  contentApp({ store, markup: markup(), clock: () => new Date(), newId: uuidv7, logError: unexpected })

/** A store that calls `around` with each transaction and its number. */
function storeWith(around: (run: () => Promise<void>, number: number) => Promise<void>) {
  const store = memoryContentStore()
  let count = 0
  const write = async <T>(work: (tx: ContentWriter) => Promise<T>): Promise<T> => {
    let result: T | undefined
    await around(async () => {
      result = await store.write(work)
    }, ++count)
    return result as T
  }
  return { ...store, write }
}

const post = (n: number, over: Partial<ImportInput> = {}): ImportInput => ({
  kind: 'post',
  metadata: { sourceKey: `key-${n}`, title: `Post ${n}` },
  content: 'Body',
  onExisting: 'skip',
  ...over,
})
const revisions = [
  {
    ...{ revision: 1, by: 'grace', at: new Date(0), title: 'Old', slug: 'old', status: 'draft' as const },
    ...{ changed: [], isSnapshot: false, metadata: {}, content: '' },
  },
]
const numbers = Array.from({ length: 12 }, (_, n) => n)

it('items with their own transactions use at most 3 connections at a time', async () => {
  let [running, most] = [0, 0]
  const store = storeWith(async (run) => {
    most = Math.max(most, ++running)
    await run()
    running--
  })
  const app = appWith(store)
  const created = await app.importItems(
    admin,
    numbers.map((n) => post(n, { revisions })),
  )
  const changed = numbers.map((n) => post(n, { onExisting: 'replace', content: 'New' }))
  const replaced = await app.importItems(admin, changed)
  const statuses = [...created, ...replaced].map((result) => result.success && result.status)
  expect(new Set(statuses.slice(0, 12))).toEqual(new Set(['created']))
  expect(new Set(statuses.slice(12))).toEqual(new Set(['replaced']))
  expect(most).toBe(3)
})

it('looks up the items of a request together, and needs no transaction per item', async () => {
  const memory = memoryContentStore()
  const { transfer } = memory.read
  const lookupSizes: number[] = []
  const usedIds: typeof transfer.usedIds = (kind, ids) => {
    lookupSizes.push(ids.length)
    return transfer.usedIds(kind, ids)
  }
  let transactions = 0
  const app = appWith({
    ...memory,
    read: { ...memory.read, transfer: { ...transfer, usedIds } },
    write: (work) => {
      transactions++
      return memory.write(work)
    },
  })
  const ids = numbers.map(() => uuidv7())
  const items = ids.map((id, n) => post(n, { metadata: { id, title: `Post ${n}` } }))
  await app.importItems(admin, items)
  const again = await app.importItems(admin, items)
  expect(again.map((result) => result.success && [result.id, result.status])).toEqual(
    ids.map((id) => [id, 'unchanged']),
  )
  expect([lookupSizes, transactions]).toEqual([[12, 12], 0])
})

it('creates new items without their own transactions, even with onExisting replace', async () => {
  let transactions = 0
  const store = storeWith(async (run) => {
    transactions++
    await run()
  })
  const started: number[] = []
  const changePost: typeof store.changePost = async (change) => {
    started.push(started.length)
    await new Promise(setImmediate)
    if (started.length < numbers.length) throw new Error('not all changes run concurrently')
    return store.changePost(change)
  }
  const items = numbers.map((n) => post(n, { onExisting: 'replace' }))
  const results = await appWith({ ...store, changePost }).importItems(admin, items)
  expect(new Set(results.map((result) => result.success && result.status))).toEqual(new Set(['created']))
  expect(transactions).toBe(0)
})

it('when the database is unavailable, waits for the writes in progress and then fails', async () => {
  let [running, started] = [0, 0]
  const store = storeWith(async (run, number) => {
    started++
    running++
    try {
      if (number === 2) throw new AppError('unavailable', 'UNAVAILABLE', 'Try again later')
      await run()
    } finally {
      running--
    }
  })
  const items = numbers.map((n) => post(n, { revisions }))
  await expect(appWith(store).importItems(admin, items)).rejects.toMatchObject({ code: 'UNAVAILABLE' })
  expect([running, started]).toEqual([0, 3])
})

it('stops before the next item when the client disconnects', async () => {
  const client = new AbortController()
  const store = storeWith(async (run) => {
    await run()
    const { signal } = currentContext()
    client.abort()
    if (signal && !signal.aborted) await new Promise((resolve) => signal.addEventListener('abort', resolve))
  })
  const server = contentServer(appWith(store), {
    host: '127.0.0.1',
    port: 0,
    log: createLogger('test', 'silent'),
  })
  await server.start()
  const content = grpcClient([TransferServiceDef], server.address())
  const page = (slug: string) => ({
    type: 'page',
    metadataJson: JSON.stringify({ title: slug, slug, sourceKey: slug }),
    content: '',
    onExisting: 'skip',
  })
  const call = content.importItems(
    { items: [page('first'), page('second')] },
    { actor: admin, signal: client.signal },
  )
  await expect(call).rejects.toThrow()
  content.close()
  await server.stop()
  const { items } = await store.read.pages.list({ offset: 0, body: 'none' })
  expect(items.map(({ slug }) => slug)).toEqual(['first'])
})
