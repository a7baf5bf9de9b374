import type { RequestListener, ServerResponse } from 'node:http'
import { connect } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { httpServer } from '../src/adapters/http/server.ts'
import { startGateway } from './gateway.ts'

async function serve(listener: RequestListener): Promise<number> {
  const server = httpServer({ name: 'api', host: '127.0.0.1', port: 0, variable: 'PORT', listener })
  await server.start()
  onTestFinished(() => server.stop())
  return server.port()
}

/** Sends raw bytes; returns the response until the connection ends. */
function speak(port: number, text: string): Promise<string> {
  return new Promise((resolve) => {
    let got = ''
    const socket = connect(port, '127.0.0.1', () => socket.write(text))
    socket.on('data', (chunk) => {
      got += chunk
    })
    // A closed connection may end with a reset.
    socket.on('error', () => undefined).on('close', () => resolve(got))
  })
}

const get = (path: string, last = false) =>
  `GET ${path} HTTP/1.1\r\nhost: x\r\n${last ? 'connection: close\r\n' : ''}\r\n`
const pipelined = (count: number) =>
  `${Array.from({ length: count - 1 }, (_, n) => get(`/${n}`)).join('')}${get('/last', true)}`

test('requests of one connection run one after the other, with responses in order', async () => {
  let running = 0
  let mostRunning = 0
  const port = await serve((request, response) => {
    running += 1
    mostRunning = Math.max(mostRunning, running)
    setImmediate(() => {
      running -= 1
      response.end(`<${request.url}>`)
    })
  })
  const got = await speak(port, pipelined(50))
  expect(got.match(/<[^>]*>/g)).toEqual([...Array.from({ length: 49 }, (_, n) => `</${n}>`), '</last>'])
  expect(mostRunning).toBe(1)
})

test('requests whose bodies the server does not read get a response too', async () => {
  const port = await serve((_request, response) => void response.end('done'))
  const post = 'POST / HTTP/1.1\r\nhost: x\r\ncontent-length: 3\r\n\r\nabc'
  expect((await speak(port, `${post.repeat(5)}${get('/', true)}`)).match(/done/g)).toHaveLength(6)
})

test('a connection with more than 100 queued requests is closed', async () => {
  const running: ServerResponse[] = []
  const port = await serve((_request, response) => void running.push(response))
  await speak(port, pipelined(102))
  expect(running).toHaveLength(1)
})

test('the OpenAPI document is built once, not per client', async () => {
  const gateway = await startGateway()
  onTestFinished(() => gateway.stop())
  const before = await gateway.ask('GET', '/api/openapi.json')
  expect(before.headers.get('content-type')).toBe('application/json; charset=utf-8')
  let calls = 0
  const { stringify } = JSON
  JSON.stringify = ((...args: Parameters<typeof stringify>) => {
    calls += 1
    return stringify(...args)
  }) as typeof stringify
  onTestFinished(() => {
    JSON.stringify = stringify
  })
  expect((await gateway.ask('GET', '/api/openapi.json')).bytes).toEqual(before.bytes)
  expect(calls).toBe(0)
})
