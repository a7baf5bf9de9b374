import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { type Retry, type RetryOptions, retryingFetch } from './retry.ts'

/** The server sends these responses, one per request, then 200. */
let answers: { status: number; headers?: Record<string, string> }[] = []
let bodies: string[] = []
let server: Server
let url = ''

beforeEach(async () => {
  answers = []
  bodies = []
  server = createServer(async (request, response) => {
    let body = ''
    for await (const chunk of request) body += chunk
    bodies.push(body)
    const { status, headers = {} } = answers.shift() ?? { status: 200 }
    if (status === 0) return void request.socket.destroy()
    response.writeHead(status, headers).end('{}')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
})
afterEach(() => new Promise((resolve) => server.close(resolve)))

function recorded(options: RetryOptions = {}) {
  const retries: Retry[] = []
  const fetch = retryingFetch({ ...options, onRetry: (retry) => retries.push(retry), sleep: async () => {} })
  return { retries, send: (init: RequestInit = {}) => fetch(new Request(url, init)) }
}
const post = (headers: Record<string, string> = {}) => ({ method: 'POST', body: 'words', headers })

it('waits for the time in Retry-After and sends the same body again', async () => {
  answers = [{ status: 429, headers: { 'retry-after': '7' } }, { status: 503 }]
  const { retries, send } = recorded()
  const response = await send(post({ 'idempotency-key': 'k' }))
  expect(response.status).toBe(200)
  expect(retries.map(({ delayMs, status }) => [delayMs, status])).toEqual([
    [7000, 429],
    [1000, 503],
  ])
  expect(bodies).toEqual(['words', 'words', 'words'])
})

it('reads a date in Retry-After', async () => {
  answers = [{ status: 503, headers: { 'retry-after': new Date(Date.now() - 1000).toUTCString() } }]
  const { retries, send } = recorded()
  expect((await send()).status).toBe(200)
  expect(retries[0]?.delayMs).toBe(0)
})

it('returns a response whose Retry-After exceeds the limit, such as for a locked login', async () => {
  answers = [{ status: 429, headers: { 'retry-after': '900' } }]
  const { retries, send } = recorded()
  expect((await send(post())).status).toBe(429)
  expect(retries).toEqual([])
})

it('does not repeat a POST without key after a lost connection or a 503 without Retry-After', async () => {
  answers = [{ status: 503 }, { status: 0 }]
  const { send } = recorded()
  expect((await send(post())).status).toBe(503)
  await expect(send(post())).rejects.toThrow()
  expect(bodies).toEqual(['words', 'words'])
})

it('repeats a POST without an idempotency key if the response has Retry-After', async () => {
  answers = [{ status: 503, headers: { 'retry-after': '1' } }]
  expect((await recorded().send(post())).status).toBe(200)
})

it('repeats a GET whose connection was lost', async () => {
  answers = [{ status: 0 }, { status: 0 }]
  const { retries, send } = recorded()
  expect((await send()).status).toBe(200)
  expect(retries.map(({ status }) => status)).toEqual([undefined, undefined])
})

it('returns the last response after the maximum number of attempts', async () => {
  answers = Array(5).fill({ status: 503 })
  const { retries, send } = recorded({ attempts: 3 })
  expect((await send()).status).toBe(503)
  expect(retries).toHaveLength(2)
})

it('stops waiting when the request is aborted', async () => {
  answers = [{ status: 503, headers: { 'retry-after': '30' } }]
  const stop = new AbortController()
  const fetch = retryingFetch({ onRetry: () => stop.abort(new Error('stopped')) })
  await expect(fetch(new Request(url, { signal: stop.signal }))).rejects.toThrow('stopped')
})
