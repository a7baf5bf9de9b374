/** The kinds of writes that the benchmark measures. */
import { setTimeout as sleep } from 'node:timers/promises'
import type { Api } from '../../api.ts'
import { squarePng } from '../../scenarios/png.ts'
import type { Load } from '../load.ts'
import { fourKilobytes } from '../seed.ts'

export interface WriteCase {
  readonly name: string
  readonly request: Pick<Load, 'method' | 'path' | 'body'>
  readonly requests: number
  /** Items per request; default 1. */
  readonly items?: number
  /** Default: the benchmark's number of connections. */
  readonly connections?: number
}

const perBulkCall = 100
const files = 50

/** One case per kind of write, each with `requests` writes; menu items have a quarter of that. */
export function casesOf(ids: readonly string[], fileIds: readonly string[], requests: number): WriteCase[] {
  const bulk = (action: string): WriteCase => {
    const chunks = next(
      Array.from({ length: requests / perBulkCall }, (_, n) =>
        ids.slice(n * perBulkCall, (n + 1) * perBulkCall),
      ),
    )
    const request = {
      method: 'POST',
      path: () => '/api/bulk/posts',
      body: () => ({ action, ids: chunks() }),
    } as const
    return {
      name: `bulk ${action}, per post`,
      request,
      requests: requests / perBulkCall,
      items: perBulkCall,
      connections: 1,
    }
  }
  const [updated, deleted, described, number] = [next(ids), next(ids), next(fileIds), counter()]
  return [
    {
      name: 'update',
      requests,
      request: {
        method: 'PUT',
        path: () => `/api/posts/${updated()}`,
        body: () => ({ content: `${number()} ${fourKilobytes}` }),
      },
    },
    bulk('draft'),
    bulk('publish'),
    {
      name: 'media metadata',
      requests,
      request: {
        method: 'PUT',
        path: () => `/api/media/${described()}`,
        body: () => ({ alt: `Alt ${number()}`, caption: 'One' }),
      },
    },
    {
      name: 'menu item',
      requests: requests / 4,
      request: { method: 'PUT', path: () => '/api/menu/item', body: () => ({ title: `Item ${number()}` }) },
    },
    { name: 'delete', requests, request: { method: 'DELETE', path: () => `/api/posts/${deleted()}` } },
  ]
}

/** Requests that create posts of 4 KB with a category and a tag. */
export function creating(): Pick<Load, 'method' | 'path' | 'body'> {
  const number = counter()
  const metadata = (n: number) => ({
    title: `Measured ${n}`,
    status: 'published',
    category: `Category ${n % 20}`,
    tags: [`Tag ${n % 200}`],
  })
  return {
    method: 'POST',
    path: () => '/api/posts',
    body: () => ({ metadata: metadata(number()), content: fourKilobytes }),
  }
}

export async function postIds(api: Api, count: number): Promise<string[]> {
  const ids: string[] = []
  for (let offset = 0; offset < count; offset += 1000) {
    const { body } = await api.ok(
      'GET',
      `/api/posts?frontmatterOnly=true&properties=id&limit=1000&offset=${offset}`,
    )
    ids.push(
      ...(body.data as unknown as { frontmatter: { id: string } }[]).map(({ frontmatter }) => frontmatter.id),
    )
  }
  return ids.slice(0, count)
}

/** Creates a menu item and uploads small images. Returns the ids of the images. */
export async function prepare(api: Api): Promise<string[]> {
  await api.ok('POST', '/api/menu', { json: { id: 'item', title: 'Item', url: '/' } })
  const ids: string[] = []
  for (let n = 0; n < files; n++) {
    const form = new FormData()
    form.set('file', new Blob([new Uint8Array(squarePng(4))], { type: 'image/png' }), `picture-${n}.png`)
    ids.push(String((await api.ok('POST', '/api/media/upload', { form })).body.data?.id))
  }
  await sleep(1_000)
  return ids
}

function counter(): () => number {
  let n = 0
  return () => n++
}

function next<T>(items: readonly T[]): () => T {
  const number = counter()
  return () => items[number() % items.length] as T
}
