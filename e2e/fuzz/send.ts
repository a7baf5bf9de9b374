/** Sends a request without normalising its URL or adding headers. */
import { type Agent, request as httpRequest } from 'node:http'
import type { FuzzRequest } from './requests.ts'

export interface FuzzAnswer {
  readonly status: number
  readonly contentType: string
  readonly retryAfter: string | undefined
  readonly text: string
  readonly ms: number
}

/** @throws Error when the connection closes without a response, or after 30 s without data */
export function send(
  port: number,
  agent: Agent,
  { method, path, headers, body, host }: FuzzRequest,
): Promise<FuzzAnswer> {
  const began = performance.now()
  return new Promise((resolve, reject) => {
    const sent = httpRequest(
      {
        host: '127.0.0.1',
        port,
        agent,
        method,
        path,
        headers: { ...headers, ...(body ? { 'content-length': body.length } : {}) },
        setHost: host,
      },
      (response) => {
        const chunks: Buffer[] = []
        const contentType = response.headers['content-type'] ?? ''
        const done = () =>
          resolve({
            status: response.statusCode ?? 0,
            contentType,
            retryAfter: response.headers['retry-after'],
            text: Buffer.concat(chunks).toString('utf8'),
            ms: performance.now() - began,
          })
        response.on('data', (chunk: Buffer) => {
          chunks.push(chunk)
          // An event stream never ends, so its first chunk counts as the response.
          if (!contentType.startsWith('text/event-stream')) return
          done()
          sent.destroy()
        })
        response.on('error', reject)
        response.on('end', done)
      },
    )
    sent.setTimeout(30_000, () => sent.destroy(new Error('no response within 30 s')))
    sent.on('error', reject)
    sent.end(body)
  })
}
