/** HTTP pipelining, in which clients send requests without waiting for responses. */
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

/** Maximum queued requests per connection. A further request closes the connection. */
const maxWaiting = 100

type Exchange = readonly [IncomingMessage, ServerResponse]

/**
 * Serializes the requests of a connection. Node would run all of them concurrently: 64 KiB can contain 2,000
 * requests, and their responses would be buffered.
 */
export function serialized(listener: RequestListener): RequestListener {
  /** Waiting requests by connection. A connection has an entry while one of its requests runs. */
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
      const newQueue: Exchange[] = []
      queues.set(socket, newQueue)
      run([request, response], newQueue)
    } else if (queue.length < maxWaiting) queue.push([request, response])
    else socket.destroy()
  }
}
