import { afterEach, describe, expect, it } from 'vitest'
import { ConfigError } from '../config/index.ts'
import type { Part } from '../lifecycle/index.ts'
import { createLogger } from '../log/index.ts'
import { counter } from '../telemetry/index.ts'
import { healthServer } from './index.ts'

const log = createLogger('test', 'silent')
const open: Part[] = []
afterEach(async () => {
  for (const part of open.splice(0)) await part.stop()
})

async function started(checks: Record<string, () => Promise<void>>, port = 0) {
  const server = healthServer({ port, host: '127.0.0.1', log, checks })
  open.push(server)
  await server.start()
  const get = async (path: string) => {
    const response = await fetch(`http://127.0.0.1:${server.port()}${path}`)
    return { status: response.status, text: await response.text() }
  }
  return { server, get }
}

describe('the health server', () => {
  it('is alive and ready when every check passes', async () => {
    const { get } = await started({ postgres: async () => {} })
    expect((await get('/healthz')).status).toBe(200)
    expect(await get('/readyz')).toEqual({ status: 200, text: '{"status":"ready"}' })
  })

  it('is alive but not ready once the service begins to shut down', async () => {
    const { server, get } = await started({})
    server.leave?.()
    expect(await get('/readyz')).toEqual({ status: 503, text: '{"status":"stopping"}' })
    expect((await get('/healthz')).status).toBe(200)
  })

  it('stays alive but is not ready when a check fails, and names the check without its reason', async () => {
    const { get } = await started({
      postgres: async () => {
        throw new Error('password of db-7 is wrong')
      },
      nats: async () => {},
    })
    expect((await get('/healthz')).status).toBe(200)
    expect(await get('/readyz')).toEqual({
      status: 503,
      text: '{"status":"not ready","failed":["postgres"]}',
    })
  })

  it('is not ready when a check hangs', async () => {
    const { get } = await started({ hanging: () => new Promise(() => {}) })
    expect((await get('/readyz')).status).toBe(503)
  })

  it('shows the metrics', async () => {
    counter('typecase_test_total', 'Counted in a test').inc(3)
    const { get } = await started({})
    expect((await get('/metrics')).text).toContain('typecase_test_total 3')
  })

  it('names the variable to change when its port is in use', async () => {
    const { server } = await started({})
    const second = started({}, server.port())
    await expect(second).rejects.toThrow(ConfigError)
    await expect(second).rejects.toThrow(
      `port ${server.port()} on 127.0.0.1 is in use: set HEALTH_PORT to a free one`,
    )
  })
})
