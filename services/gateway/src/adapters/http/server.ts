/** A listener with its life: limits against slow clients, and an end that lets running requests finish. */

import { randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { listen } from '@typecase/runtime/health'
import type { Part } from '@typecase/runtime/lifecycle'

export interface HttpServerOptions {
  readonly name: string
  readonly host: string
  /** 0 takes a free one. */
  readonly port: number
  /** The environment variable that sets the port, for the message when it is taken. */
  readonly variable: string
  readonly listener: RequestListener
}

export interface HttpServer extends Part {
  /** The port in use. */
  port(): number
  /** From the start until it leaves. */
  isAccepting(): boolean
}

/** Headers must be there within 15 s (looked at each second); how slow a body may come is for those who read it to say. All in milliseconds. */
const limits = {
  maxHeaderSize: 16 * 1024,
  headersTimeout: 14_000,
  requestTimeout: 600_000,
  keepAliveTimeout: 65_000,
  connectionsCheckingInterval: 1_000,
  // Looked at here, for Node's own answer has no envelope.
  requireHostHeader: false,
}
/** Milliseconds without a byte in either direction after which a connection is cut: longer than any service may take. */
const silenceMs = 120_000
/** Milliseconds for running requests to finish after the stop began. */
const graceMs = 15_000

export function httpServer({ name, host, port, variable, listener }: HttpServerOptions): HttpServer {
  let server: Server | undefined
  let stopping = false
  return {
    name,
    port: () => (server?.address() as AddressInfo | null)?.port ?? port,
    isAccepting: () => (server?.listening ?? false) && !stopping,
    async start() {
      server = createServer(limits, (request, response) => {
        // Of a request that offers another protocol Node may lose what follows it.
        if (stopping || request.headers.upgrade !== undefined) response.setHeader('connection', 'close')
        if (lacksHost(request)) refuseHead(response, 400, 'MALFORMED_REQUEST', 'The header Host is missing')
        else listener(request, response)
      })
      server.on('checkExpectation', (_request, response) =>
        refuseHead(response, 417, 'EXPECTATION_FAILED', 'Only Expect: 100-continue can be met'),
      )
      server.timeout = silenceMs
      server.on('clientError', refuse)
      await listen(server, port, host, variable)
    },
    // It goes on answering, and every answer sends its connection away: to a replica that stays.
    leave() {
      stopping = true
    },
    async stop() {
      if (!server?.listening) return
      stopping = true
      const closed = new Promise<void>((resolve) => server?.close(() => resolve()))
      server.closeIdleConnections()
      // A connection that was busy just now goes idle later.
      const idle = setInterval(() => server?.closeIdleConnections(), 100)
      const timer = setTimeout(() => server?.closeAllConnections(), graceMs)
      await closed
      clearInterval(idle)
      clearTimeout(timer)
    },
  }
}

const lacksHost = ({ headers, httpVersionMajor, httpVersionMinor }: IncomingMessage): boolean =>
  headers.host === undefined && httpVersionMajor === 1 && httpVersionMinor > 0

/** Refuses what Node itself would refuse, but with the envelope, and ends the connection. */
function refuseHead(response: ServerResponse, status: number, code: string, error: string): void {
  const requestId = randomUUID()
  const body = JSON.stringify({ success: false, error, code, requestId })
  response.writeHead(status, {
    'content-type': 'application/json; charset=utf-8',
    'content-length': Buffer.byteLength(body),
    'x-request-id': requestId,
    connection: 'close',
  })
  response.end(body)
}

/** What is no HTTP gets the envelope all the same, as far as the connection still takes it. */
function refuse(error: Error & { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy()
  const [status, code, message] =
    error.code === 'HPE_HEADER_OVERFLOW'
      ? ['431 Request Header Fields Too Large', 'HEADERS_TOO_LARGE', 'The request headers are too large']
      : error.code === 'ERR_HTTP_REQUEST_TIMEOUT'
        ? ['408 Request Timeout', 'REQUEST_TIMEOUT', 'The request came too slowly']
        : ['400 Bad Request', 'MALFORMED_REQUEST', 'The request is not valid HTTP']
  const requestId = randomUUID()
  const body = JSON.stringify({ success: false, error: message, code, requestId })
  socket.end(
    `HTTP/1.1 ${status}\r\nContent-Type: application/json; charset=utf-8\r\nContent-Length: ${Buffer.byteLength(body)}\r\nX-Request-Id: ${requestId}\r\nConnection: close\r\n\r\n${body}`,
  )
}
