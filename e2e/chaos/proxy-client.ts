/** An HTTP client that acts like a proxy in front of gateways: it reuses connections and closes idle ones. */
import { Agent, request } from 'node:http'
import type { Readable } from 'node:stream'

export interface ProxyClient {
  /** Sends a request; returns the error, or undefined on success. */
  failure(method: string, url: string, options?: ProxyRequest): Promise<string | undefined>
  close(): void
}

export interface ProxyRequest {
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string | Readable
}

/**
 * Milliseconds after which an idle connection is closed. Less than the gateway's drain time, so that no
 * request uses a connection that the gateway is closing.
 */
const idleMs = 1_000
/** Request timeout in milliseconds. */
const timeoutMs = 60_000

export function proxyClient(): ProxyClient {
  const agent = new Agent({ keepAlive: true, timeout: idleMs })
  return {
    failure: (method, url, { headers = {}, body } = {}) =>
      new Promise((resolve) => {
        const call = request(
          url,
          { method, headers, agent, signal: AbortSignal.timeout(timeoutMs) },
          (response) => {
            const { statusCode = 0 } = response
            let text = ''
            response.setEncoding('utf8')
            response.on('data', (part: string) => {
              if (text.length < 200) text += part
            })
            response.on('error', (error) => resolve(`the response was interrupted: ${error.message}`))
            response.on('end', () =>
              resolve(statusCode < 400 ? undefined : `${statusCode} ${text.slice(0, 200)}`),
            )
          },
        )
        call.on('error', (error) => resolve(error.message))
        if (typeof body === 'object') body.pipe(call)
        else call.end(body)
      }),
    close: () => agent.destroy(),
  }
}
