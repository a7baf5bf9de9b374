/** Requests that a client sends on one connection without waiting for the answers. */
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

/** Requests of one connection that wait for their turn. The connection of a client that sends more is closed. */
const maxWaiting = 100

type Exchange = readonly [IncomingMessage, ServerResponse]

/**
 * Calls the listener for the requests of a connection one after the other. Node calls it for all at once: 64 KiB have
 * room for 2,000 requests, whose answers wait in memory until the client reads them.
 */
export function oneAtATime(listener: RequestListener): RequestListener {
  /** The requests that wait, of each connection with a running one. */
  const queues = new WeakMap<Socket, Exchange[]>()

  const run = ([request, response]: Exchange, queue: Exchange[]): void => {
    const { socket } = request
    response.once('close', () => {
      const next = queue.shift()
      if (!next) queues.delete(socket)
      else if (!socket.destroyed) run(next, queue)
    })
    listener(request, response)
  }

  return (request, response) => {
    const { socket } = request
    const queue = queues.get(socket)
    if (queue === undefined) {
      const own: Exchange[] = []
      queues.set(socket, own)
      run([request, response], own)
    } else if (queue.length < maxWaiting) queue.push([request, response])
    else socket.destroy()
  }
}
