/** Simulates a Kubernetes Service: routes new connections to ready replicas, and does not move open ones. */
import { connect, createServer, type Server, type Socket } from 'node:net'
import { freePort } from '@typecase/runtime/child-process'

export interface Backend {
  readonly port: number
  readonly healthPort: number
}

export interface Balancer {
  readonly url: string
  stop(): Promise<void>
}

/** Milliseconds between readiness probes; in Kubernetes it is seconds. */
const probeEveryMs = 100

/** Starts the balancer. It does not retry on another replica: the client receives connection errors. */
export async function tcpBalancer(backends: readonly Backend[]): Promise<Balancer> {
  const port = await freePort()
  const ready = new Set<Backend>()
  const sockets = new Set<Socket>()
  let turn = 0
  const track = (socket: Socket) => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
    socket.on('error', () => socket.destroy())
    return socket
  }
  const server: Server = createServer({ allowHalfOpen: true, noDelay: true }, (client) => {
    track(client)
    const candidates = backends.filter((backend) => ready.has(backend))
    const chosen = candidates[turn++ % Math.max(1, candidates.length)]
    if (!chosen) return void client.resetAndDestroy()
    const upstream = track(
      connect({ port: chosen.port, host: '127.0.0.1', allowHalfOpen: true, noDelay: true }),
    )
    client.pipe(upstream)
    upstream.pipe(client)
    client.once('close', () => upstream.destroy())
    upstream.once('error', () => client.resetAndDestroy())
    upstream.once('close', () => client.destroy())
  })
  const probe = async () => {
    for (const backend of backends) {
      if (await isReady(backend.healthPort)) ready.add(backend)
      else ready.delete(backend)
    }
  }
  await probe()
  let probing = Promise.resolve()
  const timer = setInterval(() => {
    probing = probing.then(probe)
  }, probeEveryMs)
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${port}`,
    async stop() {
      clearInterval(timer)
      await probing
      for (const socket of sockets) socket.destroy()
      await new Promise<void>((resolve) => server.close(() => resolve()))
    },
  }
}

async function isReady(healthPort: number): Promise<boolean> {
  try {
    const response = await fetch(`http://127.0.0.1:${healthPort}/readyz`, {
      signal: AbortSignal.timeout(1_000),
    })
    await response.body?.cancel()
    return response.ok
  } catch {
    return false
  }
}
