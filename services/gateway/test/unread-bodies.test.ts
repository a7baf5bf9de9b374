/**
 * Tests with clients that send the whole body before they read, as many do. They must receive error responses
 * too.
 */
import { connect } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startGateway, type TestGateway } from './gateway.ts'

let gateway: TestGateway
beforeAll(async () => {
  gateway = await startGateway()
})
afterAll(() => gateway.stop())

/** More bytes than the socket buffers of this machine hold. */
const size = 24 * 1024 * 1024

/** Sends the head and `size` bytes in one write, then reads status and body of the response. */
async function sendAll(head: readonly string[]): Promise<{ status: number; body: Record<string, unknown> }> {
  const { port, hostname } = new URL(gateway.origin)
  const socket = connect(Number(port), hostname)
  let text = ''
  await new Promise<void>((resolve, reject) => {
    socket.once('error', reject)
    socket.pause()
    socket.write([...head, `host: ${hostname}`, `content-length: ${size}`, '', ''].join('\r\n'))
    socket.write(Buffer.alloc(size, 'a'), (error) => (error ? reject(error) : resolve()))
  })
  await new Promise<void>((resolve, reject) => {
    socket.once('error', reject)
    socket.once('close', () => resolve())
    socket.on('data', (chunk) => {
      text += chunk
      const [responseHead = '', body] = text.split('\r\n\r\n')
      if (body && Buffer.byteLength(body) >= Number(/content-length: (\d+)/i.exec(responseHead)?.[1]))
        resolve()
    })
    socket.resume()
  })
  socket.destroy()
  return { status: Number(text.split(' ')[1]), body: JSON.parse(text.slice(text.indexOf('\r\n\r\n'))) }
}

const form = 'content-type: multipart/form-data; boundary=x'
const json = 'content-type: application/json'
const signedIn = () => `authorization: Bearer ${gateway.admin.token}`

describe.each(['close', 'keep-alive'])(
  'a client that sends the whole body before it reads, with Connection: %s, receives',
  (connection) => {
    test.each([
      ['413 for an upload above the limit', 413, () => ['POST /api/media/upload HTTP/1.1', form, signedIn()]],
      ['413 for a theme above the limit', 413, () => ['POST /api/themes/upload HTTP/1.1', form, signedIn()]],
      ['413 for JSON above the limit', 413, () => ['POST /api/posts HTTP/1.1', json, signedIn()]],
      ['415 for JSON instead of a form', 415, () => ['POST /api/media/upload HTTP/1.1', json, signedIn()]],
      ['401 without a token', 401, () => ['POST /api/media/upload HTTP/1.1', form]],
      ['404 at an unknown path', 404, () => ['POST /api/nothing HTTP/1.1', json]],
      ['405 for an unsupported method', 405, () => ['DELETE /api/posts HTTP/1.1', json]],
      ['200 for a GET with a body', 200, () => ['GET /api/posts HTTP/1.1', json]],
    ] as const)('%s', async (_, status, head) => {
      const answer = await sendAll([...head(), `connection: ${connection}`])
      expect(answer.status).toBe(status)
      expect(answer.body.success).toBe(status === 200)
    })
  },
)

/**
 * Node drops data that arrives together with the end of an Upgrade request, so a following request would wait
 * forever.
 */
test.each(['h2c', 'websocket'])(
  'the connection is closed after a request that offers %s',
  async (protocol) => {
    const { port, hostname } = new URL(gateway.origin)
    const socket = connect(Number(port), hostname)
    const body = 'x'.repeat(200_000)
    const next = `GET /api/posts HTTP/1.1\r\nhost: ${hostname}\r\n`
    socket.write(
      `${next}connection: Upgrade\r\nupgrade: ${protocol}\r\n${json}\r\ncontent-length: ${body.length}\r\n\r\n${body}${next}\r\n`,
    )
    let text = ''
    socket.on('data', (chunk) => {
      text += chunk
    })
    await new Promise<void>((resolve) => socket.once('close', () => resolve()))
    expect(text).toMatch(/^HTTP\/1\.1 200/)
    expect(text).toMatch(/\r\nconnection: close\r\n/i)
  },
)
