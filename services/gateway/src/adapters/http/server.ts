/** An HTTP listener with limits against slow clients and a graceful stop. */

import { randomUUID } from 'node:crypto'
import { createServer, type RequestListener, type Server, type ServerResponse, STATUS_CODES } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { listen } from '@typecase/runtime/health'
import type { Part } from '@typecase/runtime/lifecycle'
import { serialized } from './pipelining.ts'
import { hostError, originForm } from './request-target.ts'

type Format = 'envelope' | 'text'

export interface HttpServerOptions {
  readonly name: string
  readonly host: string
  /** 0 chooses a free port. */
  readonly port: number
  /** Name of the port's environment variable, for the error message if the port is in use. */
  readonly variable: string
  readonly listener: RequestListener
  /** Format of errors that occur before a request reaches the listener. Default: the envelope of the API. */
  readonly format?: Format
}

export interface HttpServer extends Part {
  port(): number
  /** True from the start until `leave`. */
  isAccepting(): boolean
}

/**
 * Times are in milliseconds, `maxHeaderSize` in bytes. Headers must arrive within 15 s. The code that reads
 * bodies enforces their minimum speed.
 */
const limits = {
  maxHeaderSize: 16 * 1024,
  headersTimeout: 14_000,
  requestTimeout: 600_000,
  keepAliveTimeout: 65_000,
  connectionsCheckingInterval: 1_000,
  // The Host header is checked below, because the response of Node has no envelope.
  requireHostHeader: false,
}
/** A connection is closed after this many milliseconds without a byte. No route is silent for longer. */
const silenceMs = 120_000
/** Milliseconds for running requests to finish after a stop. */
const graceMs = 15_000

export function httpServer({
  name,
  host,
  port,
  variable,
  listener,
  format = 'envelope',
}: HttpServerOptions): HttpServer {
  let server: Server | undefined
  let stopping = false
  return {
    name,
    port: () => (server?.address() as AddressInfo | null)?.port ?? port,
    isAccepting: () => (server?.listening ?? false) && !stopping,
    async start() {
      const serve = serialized((request, response) => {
        // After a request with an Upgrade header, Node may lose subsequent data, so the connection is closed.
        if (stopping || request.headers.upgrade !== undefined) response.setHeader('connection', 'close')
        const wrong = hostError(request)
        if (wrong)
          return refuseHead(response, { status: 400, code: 'MALFORMED_REQUEST', error: wrong }, format)
        request.url = originForm(request.url ?? '/')
        listener(request, response)
      })
      server = createServer(limits, serve)
      server.on('checkExpectation', (_request, response) => refuseHead(response, unmetExpectation, format))
      server.timeout = silenceMs
      server.on('clientError', (error, socket) => refuseBytes(error, socket as Socket, format))
      await listen(server, port, host, variable)
    },
    // Closes each connection after its next response, so that clients move to another replica.
    leave() {
      stopping = true
    },
    async stop() {
      if (!server?.listening) return
      stopping = true
      const closed = new Promise<void>((resolve) => server?.close(() => resolve()))
      server.closeIdleConnections()
      // Connections that are busy now are closed as soon as they are idle.
      const idle = setInterval(() => server?.closeIdleConnections(), 100)
      const timer = setTimeout(() => server?.closeAllConnections(), graceMs)
      await closed
      clearInterval(idle)
      clearTimeout(timer)
    },
  }
}

interface Refusal {
  readonly status: number
  readonly code: string
  readonly error: string
}

const unmetExpectation: Refusal = {
  status: 417,
  code: 'EXPECTATION_FAILED',
  error: 'Only Expect: 100-continue can be met',
}

function refusalOf({ code, error }: Refusal, format: Format) {
  const requestId = randomUUID()
  const isText = format === 'text'
  const body = isText ? `${error}\n` : JSON.stringify({ success: false, error, code, requestId })
  const headers = {
    'content-type': isText ? 'text/plain; charset=utf-8' : 'application/json; charset=utf-8',
    'content-length': String(Buffer.byteLength(body)),
    'x-request-id': requestId,
    connection: 'close',
  }
  return { headers, body }
}

/** Rejects a request because of its headers, in the format of the listener, and closes the connection. */
function refuseHead(response: ServerResponse, refusal: Refusal, format: Format): void {
  const { headers, body } = refusalOf(refusal, format)
  response.writeHead(refusal.status, headers)
  response.end(body)
}

/** Responds to bytes that are not HTTP, in the format of the listener. */
function refuseBytes(error: Error & { code?: string }, socket: Socket, format: Format): void {
  if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy()
  const refusal = refusalOfParser(error.code)
  const { headers, body } = refusalOf(refusal, format)
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
  socket.end(`HTTP/1.1 ${refusal.status} ${STATUS_CODES[refusal.status]}\r\n${lines.join('')}\r\n${body}`)
}

function refusalOfParser(code: string | undefined): Refusal {
  switch (code) {
    case 'HPE_HEADER_OVERFLOW':
      return { status: 431, code: 'HEADERS_TOO_LARGE', error: 'The request headers are too large' }
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      return { status: 408, code: 'REQUEST_TIMEOUT', error: 'The request came too slowly' }
    default:
      return { status: 400, code: 'MALFORMED_REQUEST', error: 'The request is not valid HTTP' }
  }
}
