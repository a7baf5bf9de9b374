/** The end of an answer to somebody who may still be sending. */
import type { Request, Response } from 'express'
import { stateOf } from './request-state.ts'

/** Milliseconds that the rest of an unread body is still read and thrown away, so that its sender gets to see the answer. */
const lingerMs = 30_000

/**
 * Sends the last bytes of an answer. While the body of the request is still coming, Node would cut a connection that
 * is to be closed at once, and the reset would reach the sender before the answer (RFC 9112, 9.6): so that answer
 * goes out whole, but ends only with the body. One whose connection goes on ends now: the next request waits for it.
 */
export function endAnswer(request: Request, response: Response, bytes?: string | Uint8Array): void {
  if (request.complete || request.destroyed) return void response.end(bytes)
  stateOf(request).isAnswered = true
  const isLast = !response.shouldKeepAlive || /close/i.test(String(response.getHeader('connection') ?? ''))
  if (!isLast) response.end(bytes)
  else if (bytes === undefined) response.flushHeaders()
  else response.write(bytes)
  const timer = setTimeout(() => request.socket.destroy(), lingerMs)
  const end = () => {
    clearTimeout(timer)
    request.off('end', end).off('close', end)
    if (isLast) response.end()
  }
  request.on('end', end).on('close', end)
  request.unpipe()
  request.resume()
}
