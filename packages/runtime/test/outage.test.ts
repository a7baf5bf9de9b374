/** Calls while a service is unavailable, restarts, or reports an unavailable dependency. */
import { connect as connectTcp, createServer, type Socket } from 'node:net'
import { GenerationServiceDef } from '@typecase/contracts/services'
import { AppError } from '@typecase/kernel'
import { createLogger } from '@typecase/runtime/log'
import { afterEach, expect, it } from 'vitest'
import { freePort } from '../src/child-process/index.ts'
import { grpcClient, type HandlersOf, implement, serveGrpc } from '../src/grpc/index.ts'

const log = createLogger('test', 'silent')
const open: { stop(): Promise<void> }[] = []
afterEach(async () => {
  for (const part of open.splice(0).reverse()) await part.stop()
})

const never = async (): Promise<never> => {
  throw new Error('not called')
}
const unused = {
  generateSite: never,
  checkOutputDir: never,
  listGenerations: never,
  listBrokenLinks: never,
  activateGeneration: never,
  holdAutomatic: never,
  getSiteStatus: never,
}

async function serve(port: number, handlers: Partial<HandlersOf<typeof GenerationServiceDef>>) {
  const server = serveGrpc({
    name: 'test',
    log,
    host: '127.0.0.1',
    port,
    services: [implement(GenerationServiceDef, { ...unused, ...handlers })],
  })
  await server.start()
  open.push(server)
  return server
}

function connect(port: number) {
  const client = grpcClient([GenerationServiceDef], `127.0.0.1:${port}`)
  open.push({ stop: async () => client.close() })
  return client
}

const codeOf = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'answered',
    (error) => (error as AppError).code,
  )

it('waits for a service that is starting, for reads and for writes', async () => {
  const port = await freePort()
  const client = connect(port)
  const answers = Promise.all([client.getSiteStatus({}), client.generateSite({})])
  // The first attempt to connect has failed by then.
  await new Promise((resolve) => setTimeout(resolve, 500))
  await serve(port, {
    getSiteStatus: async () => ({ siteUrl: 'here' }),
    generateSite: async () => ({ generationId: 'one' }),
  })
  const [status, generation] = await answers
  expect(status.siteUrl).toBe('here')
  expect(generation.generationId).toBe('one')
})

it('waits while a service restarts', async () => {
  const port = await freePort()
  const first = await serve(port, { getSiteStatus: async () => ({ siteUrl: 'first' }) })
  const client = connect(port)
  expect((await client.getSiteStatus({})).siteUrl).toBe('first')
  await first.stop()
  const answer = client.getSiteStatus({})
  await new Promise((resolve) => setTimeout(resolve, 300))
  await serve(port, { getSiteStatus: async () => ({ siteUrl: 'again' }) })
  expect((await answer).siteUrl).toBe('again')
})

it('fails with UPSTREAM_UNAVAILABLE until a server listens, then succeeds', async () => {
  const port = await freePort()
  const client = connect(port)
  // Exceeds the time limit of the test if calls wait for their deadline, or if each waits as long as the first.
  const options = { deadlineMs: 600_000 }
  expect(await codeOf(client.getSiteStatus({}, options))).toBe('UPSTREAM_UNAVAILABLE')
  for (let n = 0; n < 12; n++)
    expect(await codeOf(client.generateSite({}, options))).toBe('UPSTREAM_UNAVAILABLE')
  await serve(port, { getSiteStatus: async () => ({ siteUrl: 'at last' }) })
  await client.waitForReady(5000)
  expect((await client.getSiteStatus({})).siteUrl).toBe('at last')
})

it('respects the deadline of the call', async () => {
  const client = connect(await freePort())
  const ended: number[] = []
  const call = async (deadlineMs: number) => {
    expect(await codeOf(client.getSiteStatus({}, { deadlineMs }))).toBe('UPSTREAM_UNAVAILABLE')
    ended.push(deadlineMs)
  }
  await Promise.all([call(1_000), call(100)])
  expect(ended).toEqual([100, 1_000])
})

it('does not retry when the service reports that a dependency is unavailable', async () => {
  const port = await freePort()
  let calls = 0
  await serve(port, {
    getSiteStatus: async () => {
      calls++
      throw new AppError('unavailable', 'MARKETPLACE_UNAVAILABLE', 'Not there')
    },
  })
  expect(await codeOf(connect(port).getSiteStatus({}))).toBe('MARKETPLACE_UNAVAILABLE')
  expect(calls).toBe(1)
})

/** A TCP proxy to a port; `cut` closes all its connections. */
async function tcpProxy(to: number) {
  const sockets = new Set<Socket>()
  const port = await freePort()
  const server = createServer((near) => {
    const far = connectTcp(to, '127.0.0.1')
    for (const [source, target] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(source)
      source.on('error', () => undefined).on('close', () => target.destroy())
      source.pipe(target)
    }
  })
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  const cut = () => {
    for (const socket of sockets) socket.destroy()
    sockets.clear()
  }
  open.push({
    stop: async () => {
      cut()
      server.close()
    },
  })
  return { port, cut }
}

it('retries a read whose connection was lost, but not a write, which may have been applied', async () => {
  const port = await freePort()
  const { port: proxyPort, cut } = await tcpProxy(port)
  const calls = { read: 0, write: 0 }
  const lost = new Promise<never>(() => undefined)
  await serve(port, {
    getSiteStatus: async () => {
      if (++calls.read > 1) return { siteUrl: 'again' }
      cut()
      return lost
    },
    generateSite: async () => {
      if (++calls.write > 1) return { generationId: 'twice' }
      cut()
      return lost
    },
  })
  const client = connect(proxyPort)
  expect((await client.getSiteStatus({})).siteUrl).toBe('again')
  expect(await codeOf(client.generateSite({}))).toBe('UPSTREAM_UNAVAILABLE')
  expect(calls).toEqual({ read: 2, write: 1 })
})
