import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { platform } from 'node:os'
import { describe, expect, it, vi } from 'vitest'
import { freePort, reservePort } from './free-port.ts'

/** The lowest port of an outgoing connection here. */
const outgoing = () =>
  platform() === 'linux'
    ? Number(readFileSync('/proc/sys/net/ipv4/ip_local_port_range', 'utf8').split(/\s+/)[0])
    : 49_152

describe('a free port', () => {
  it('is below the range of outgoing connections, which could take it before a server listens', async () => {
    const ports = await Promise.all(Array.from({ length: 50 }, freePort))
    for (const port of ports) expect(port).toBeLessThan(outgoing())
    expect(new Set(ports).size).toBe(ports.length)
  })

  it('has no listener, neither on this address nor on all', async () => {
    // Another process has handed these out.
    vi.resetModules()
    const { freePort: elsewhere } = await import('./free-port.ts')
    const taken = await Promise.all(
      ['127.0.0.1', '0.0.0.0'].flatMap((host) =>
        Array.from({ length: 20 }, async () => {
          const server = createServer()
          server.listen(await elsewhere(), host)
          await once(server, 'listening')
          return server
        }),
      ),
    )
    const ports = taken.map((server) => (server.address() as { port: number }).port)
    const others = await Promise.all(Array.from({ length: 2_000 }, freePort))
    for (const server of taken) server.close()
    expect(others.filter((port) => ports.includes(port))).toEqual([])
  })

  it('is not reserved for a server that starts later', async () => {
    vi.resetModules()
    const { freePort: elsewhere } = await import('./free-port.ts')
    const reserved = await Promise.all(Array.from({ length: 40 }, elsewhere))
    reserved.forEach(reservePort)
    const others = await Promise.all(Array.from({ length: 2_000 }, freePort))
    expect(others.filter((port) => reserved.includes(port))).toEqual([])
  })

  it('is available to a server at once', async () => {
    const server = createServer()
    server.listen(await freePort(), '127.0.0.1')
    await once(server, 'listening')
    server.close()
  })
})
