/**
 * Finds ports for servers that start later. A port that the operating system assigns is not safe: an outgoing
 * connection can take it before the server listens.
 */
import { randomInt } from 'node:crypto'
import { createServer } from 'node:net'

/** Below the range of outgoing connections: from 32768 on Linux, 49152 elsewhere (RFC 6335, 6). */
const [first, count] = [20_000, 12_000]
const tries = 200

/** Ports that this process has returned or reserved. */
const handedOut = new Set<number>()

/** Prevents `freePort` from returning a port on which a server of this process will listen later. */
export function reservePort(port: number): void {
  handedOut.add(port)
}

/**
 * A port of 127.0.0.1 without a listener, outside of the range of outgoing connections.
 * @throws Error when none is found
 */
export async function freePort(): Promise<number> {
  if (handedOut.size > count / 2) handedOut.clear()
  for (let n = 0; n < tries; n++) {
    const port = first + randomInt(count)
    if (handedOut.has(port)) continue
    handedOut.add(port)
    if (await isFree(port)) return port
  }
  throw new Error(`found no free port from ${first} to ${first + count - 1} in ${tries} attempts`)
}

/** False if the port is in use or not permitted. @throws any other error */
const isFree = (port: number): Promise<boolean> =>
  new Promise((resolve, reject) => {
    const server = createServer()
    server.once('error', (error: NodeJS.ErrnoException) =>
      error.code === 'EADDRINUSE' || error.code === 'EACCES' ? resolve(false) : reject(error),
    )
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)))
  })
