/** Requests that could cost far more than their size suggests, and a client that measures delays. */
import { Agent, get } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import type { FuzzRequest } from './requests.ts'

const mebibyte = 1024 * 1024

export const zeros = (count: number): string => `[${'0,'.repeat(count - 1)}0]`
const name = (length: number): string => `"${'n'.repeat(length)}"`

/**
 * JSON below the body limit that is expensive for code that builds a path for each value or parses numbers
 * naively.
 */
export const hostileJson: readonly string[] = [
  `{${name(mebibyte)}:${zeros(6_000)}}`,
  `{${name(mebibyte)}:${zeros(99_000)}}`,
  `{${name(3 * mebibyte)}:{"a":[[[${zeros(100_000)}]]]}}`,
  `{"metadata":{"title":"Wide","extra":${`{${name(1000)}:`.repeat(25)}${zeros(190_000)}${'}'.repeat(25)}}}`,
  `{${name(mebibyte)}:[${'"\\u0000",'.repeat(100)}0]}`,
  `{"metadata":{"title":5,"tags":${zeros(190_000)}},"ids":${zeros(1000)}}`,
  `[${'{},'.repeat(190_000)}{}]`,
  `{"a":${'1'.repeat(120_000)}}`,
  `{"a":${'1'.repeat(mebibyte)}}`,
  `{"a":1${'0'.repeat(mebibyte)}1}`,
  `{"a":0.${'0'.repeat(mebibyte)}1e9}`,
  `${'['.repeat(2 * mebibyte)}`,
  `${'{"a":'.repeat(mebibyte / 2)}`,
  `${' '.repeat(3 * mebibyte)}{}`,
  `{"a":"${'\\'.repeat(3 * mebibyte)}"}`,
]

const targets = [
  ['POST', '/api/auth/login'],
  ['POST', '/api/setup/account'],
  ['POST', '/api/posts'],
  ['POST', '/api/bulk/posts'],
  ['PUT', '/api/menu'],
  ['PUT', '/api/settings'],
] as const

/** Requests with each hostile text for several routes, and requests with long query strings. */
export function hostileRequests(token: string): FuzzRequest[] {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  const bodies = hostileJson.map((text) => Buffer.from(text))
  const sent = targets.flatMap(([method, path]) =>
    bodies.map((body) => ({ method, path, headers, body, host: true })),
  )
  const read = { method: 'GET', headers, host: true }
  const query = 'a=1&'.repeat(3000)
  return [
    ...sent,
    { ...read, path: `/api/posts?${query}` },
    { ...read, path: `/api/posts?properties=${'a,'.repeat(6000)}` },
  ]
}

export interface Pulse {
  readonly answered: number
  readonly failed: number
  /** Latency of the slowest response, in milliseconds. */
  readonly slowestMs: number
}

/** Sends health checks to the gateway up to 20 times per second until `end` is called. */
export function startPulse(port: number): { end(): Promise<Pulse> } {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  const pulse = { answered: 0, failed: 0, slowestMs: 0 }
  let isOver = false
  const beat = async () => {
    while (!isOver) {
      const began = performance.now()
      if ((await statusOf(port, agent)) === 200) pulse.answered += 1
      else pulse.failed += 1
      pulse.slowestMs = Math.max(pulse.slowestMs, performance.now() - began)
      await sleep(50)
    }
  }
  const running = beat()
  return {
    async end() {
      isOver = true
      await running
      agent.destroy()
      return pulse
    },
  }
}

/** Status of the response to a health check; undefined if the connection fails. */
const statusOf = (port: number, agent: Agent): Promise<number | undefined> =>
  new Promise((resolve) => {
    get({ host: '127.0.0.1', port, agent, path: '/healthz' }, (response) => {
      response.resume().on('end', () => resolve(response.statusCode))
    }).on('error', () => resolve(undefined))
  })
