/**
 * Ports for servers that are started in a moment. A port that the system picks is one of those that it gives to outgoing
 * connections too: until the server listens there, on a busy machine seconds later, one of them may have it.
 */
import { randomInt } from 'node:crypto'
import { createServer } from 'node:net'

/** Below those of outgoing connections: these begin at 32768 on Linux and at 49152 elsewhere (RFC 6335, 6). */
const [first, count] = [20_000, 12_000]
const tries = 200

/** Answered or reserved before in this process, so that two servers never get the same one. */
const handedOut = new Set<number>()

/** Keeps `freePort` from answering a port that this process will listen on later. */
export function reservePort(port: number): void {
  handedOut.add(port)
}

/** A port of 127.0.0.1 without a listener that is not given to outgoing connections. @throws Error when none is found */
export async function freePort(): Promise<number> {
  if (handedOut.size > count / 2) handedOut.clear()
  for (let n = 0; n < tries; n++) {
    const port = first + randomInt(count)
    if (handedOut.has(port)) continue
    handedOut.add(port)
    if (await isFree(port)) return port
  }
  throw new Error(`no port from ${first} to ${first + count - 1} is free`)
}

/** @throws whatever keeps a free port from being used, but for its being in use */
const isFree = (port: number): Promise<boolean> =>
  new Promise((resolve, reject) => {
    const server = createServer()
    server.once('error', (error: NodeJS.ErrnoException) =>
      error.code === 'EADDRINUSE' || error.code === 'EACCES' ? resolve(false) : reject(error),
    )
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)))
  })
