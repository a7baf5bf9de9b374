import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { ConfigError } from '@typecase/runtime/config'
import { createLogger } from '@typecase/runtime/log'
import { expect, test } from 'vitest'
import { httpServer } from '../src/adapters/http/server.ts'
import { composeGateway } from '../src/compose.ts'
import { gatewayConfig } from '../src/config.ts'

const unavailable = {
  IDENTITY_URL: '127.0.0.1:1',
  CONTENT_URL: '127.0.0.1:1',
  MEDIA_URL: '127.0.0.1:1',
  THEMES_URL: '127.0.0.1:1',
  PUBLISHER_URL: '127.0.0.1:1',
}
const env = {
  ...unavailable,
  COOKIE_SECRET: 'sixteen characters',
  SITE_ROOT: '/nowhere',
  PORT: '0',
  SERVICE_KEYS: 'off',
}
const log = createLogger('gateway', 'silent')

test('the gateway starts without any service, is ready, and returns 503 in the envelope', async () => {
  const gateway = composeGateway(gatewayConfig(env), { log })
  await gateway.start()
  const { api, site } = gateway.urls()
  expect((await fetch(`${api}/healthz`)).status).toBe(200)
  expect((await fetch(`${api}/readyz`)).status).toBe(200)
  const answer = await fetch(`${api}/api/menu`)
  expect(answer.status).toBe(503)
  expect(answer.headers.get('retry-after')).toMatch(/^\d+$/)
  expect(await answer.json()).toMatchObject({ success: false, code: 'UPSTREAM_UNAVAILABLE' })
  expect((await fetch(`${api}/api/nothing`)).status).toBe(404)
  expect((await fetch(site)).status).toBe(503)
  await gateway.stop()
  await expect(fetch(`${api}/healthz`)).rejects.toThrow()
})

test('a port in use is reported with the name of its variable', async () => {
  const occupied = createServer()
  await new Promise<void>((resolve) => occupied.listen(0, '127.0.0.1', resolve))
  const { port } = occupied.address() as AddressInfo
  for (const name of ['PORT', 'SITE_PORT', 'HEALTH_PORT']) {
    const gateway = composeGateway(
      gatewayConfig({ ...env, [name]: String(port), ...(name === 'PORT' ? { SITE_PORT: '0' } : {}) }),
      { log },
    )
    const error = await gateway.start().catch((thrown: unknown) => thrown)
    expect(error).toBeInstanceOf(ConfigError)
    expect((error as ConfigError).message).toMatch(new RegExp(`^port ${port} .* ${name} `))
    await gateway.stop()
  }
  await new Promise((resolve) => occupied.close(resolve))
})

test('a shutdown completes a running request and then closes its connection', async () => {
  let finish: (() => void) | undefined
  const listener = (_request: unknown, response: { end(text: string): void }) => {
    finish = () => response.end('done')
  }
  const server = httpServer({ name: 'api', host: '127.0.0.1', port: 0, variable: 'PORT', listener })
  await server.start()
  const port = server.port()
  const answer = new Promise<string>((resolve, reject) => {
    request({ port, host: '127.0.0.1' }, (response) => {
      let text = ''
      response.on('data', (chunk) => {
        text += chunk
      })
      response.on('end', () => resolve(text))
    })
      .on('error', reject)
      .end()
  })
  await expect.poll(() => finish).toBeTypeOf('function')
  const stopped = server.stop()
  expect(server.isAccepting()).toBe(false)
  await expect(fetch(`http://127.0.0.1:${port}`)).rejects.toThrow()
  finish?.()
  expect(await answer).toBe('done')
  await stopped
})

test('a draining gateway is not ready, keeps serving, and closes connections after a response', async () => {
  const gateway = composeGateway(gatewayConfig({ ...env, DRAIN_MS: '1000' }), { log })
  await gateway.start()
  const { api } = gateway.urls()
  const stopped = gateway.stop()
  expect((await fetch(`${api}/readyz`)).status).toBe(503)
  const answer = await fetch(`${api}/healthz`)
  expect([answer.status, answer.headers.get('connection')]).toEqual([200, 'close'])
  await stopped
  await expect(fetch(`${api}/healthz`)).rejects.toThrow()
})
