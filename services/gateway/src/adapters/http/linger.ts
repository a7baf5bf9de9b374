/** Ends responses to clients that may still be sending. */
import type { Request, Response } from 'express'
import { stateOf } from './request-state.ts'

/** Maximum milliseconds for discarding the rest of a body, so that the client can read the response. */
const lingerMs = 30_000

/**
 * Sends the last bytes of a response. If the connection closes after this response, the response ends only
 * after the request body: closing earlier would reset the connection before the client reads the response
 * (RFC 9112, 9.6). Otherwise it ends immediately, because the next request on the connection waits.
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
