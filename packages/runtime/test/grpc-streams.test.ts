/** Streams between services: backpressure, errors and cancellation. */
import { FileServiceDef } from '@typecase/contracts/services'
import { AppError } from '@typecase/kernel'
import { createLogger } from '@typecase/runtime/log'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { grpcClient, type HandlersOf, implement, type LocalServers, serveGrpc } from '../src/grpc/index.ts'

const open: { stop(): Promise<void> }[] = []
afterEach(async () => {
  for (const part of open.splice(0)) await part.stop()
})

const never = async (): Promise<never> => {
  throw new Error('not called')
}

const thrown = (work: Promise<unknown>): Promise<AppError> =>
  work.then(
    () => {
      throw new Error('it did not fail')
    },
    (error) => error,
  )

/** Set for server streams within the process; request streams always use the socket. */
let local: LocalServers | undefined

describe.each([
  ['over a socket', () => undefined],
  ['within the process', (): LocalServers => new Map()],
])('a stream %s', (_, servers) => {
  beforeEach(() => {
    local = servers()
  })
  afterEach(() => {
    local = undefined
  })

  const unused = { getFile: never, listFiles: never, updateFile: never, deleteFile: never }
  async function files(handlers: Partial<HandlersOf<typeof FileServiceDef>>) {
    const services = [
      implement(FileServiceDef, {
        ...unused,
        uploadFile: never,
        readFile: async function* () {},
        ...handlers,
      }),
    ]
    const server = serveGrpc({
      name: 'test',
      log: createLogger('test', 'silent'),
      host: '127.0.0.1',
      port: 0,
      services,
      local,
    })
    await server.start()
    open.push(server)
    const client = grpcClient([FileServiceDef], server.address(), undefined, local)
    open.push({ stop: async () => client.close() })
    return client
  }
  const chunk = Buffer.alloc(64 * 1024, 1)

  it('sends no faster than the server reads', async () => {
    let sent = 0
    const proceed = Promise.withResolvers<void>()
    const client = await files({
      uploadFile: async (requests) => {
        let size = 0
        for await (const request of requests) {
          if (size === 0) await proceed.promise
          size += request.chunk?.length ?? 0
        }
        return { size }
      },
    })
    const upload = client.uploadFile(
      (async function* () {
        for (; sent < 1000; sent++) yield { chunk }
      })(),
    )
    await new Promise((resolve) => setTimeout(resolve, 500))
    expect(sent).toBeLessThan(200)
    proceed.resolve()
    expect((await upload).size).toBe(1000 * chunk.length)
  })

  it('returns an error before the upload has ended', async () => {
    const client = await files({
      uploadFile: async (requests) => {
        for await (const _ of requests) throw new AppError('refused', 'FILE_TOO_LARGE', 'File too large')
        return {}
      },
    })
    const endless = (async function* () {
      for (;;) yield { chunk }
    })()
    expect((await thrown(client.uploadFile(endless))).code).toBe('FILE_TOO_LARGE')
  })

  it('aborts the handler when the source fails', async () => {
    const outcome = Promise.withResolvers<string>()
    const received = Promise.withResolvers<void>()
    const client = await files({
      uploadFile: async (requests, call) => {
        call.signal.addEventListener('abort', () => outcome.resolve('aborted'))
        for await (const _ of requests) received.resolve()
        return {}
      },
    })
    const broken = (async function* () {
      yield { chunk }
      await received.promise
      throw new Error('source failed')
    })()
    expect((await thrown(client.uploadFile(broken))).message).toBe('source failed')
    expect(await outcome.promise).toBe('aborted')
  })

  it('is produced no faster than it is consumed, and ends when the reader stops', async () => {
    let sent = 0
    const ended = Promise.withResolvers<void>()
    const client = await files({
      readFile: async function* () {
        try {
          for (; sent < 2000; sent++) yield { chunk }
        } finally {
          ended.resolve()
        }
      },
    })
    for await (const reply of client.readFile({ filename: 'x' })) {
      expect(reply.chunk?.length).toBe(chunk.length)
      await new Promise((resolve) => setTimeout(resolve, 300))
      break
    }
    await ended.promise
    expect(sent).toBeLessThan(200)
  })

  it('ends at its deadline, and aborts the handler', async () => {
    const aborted = Promise.withResolvers<void>()
    const client = await files({
      readFile: async function* (_, { signal }) {
        signal.addEventListener('abort', () => aborted.resolve())
        yield { chunk }
        await new Promise(() => undefined)
      },
    })
    const read = async () => {
      for await (const _ of client.readFile({ filename: 'x' }, { deadlineMs: 200 }));
    }
    expect(await thrown(read())).toMatchObject({ kind: 'unavailable', code: 'UPSTREAM_UNAVAILABLE' })
    await aborted.promise
  })

  it('transfers an error that the handler throws after its first reply', async () => {
    const client = await files({
      readFile: async function* () {
        yield { chunk }
        throw new AppError('not_found', 'FILE_NOT_FOUND', 'File not found')
      },
    })
    const read = async () => {
      for await (const _ of client.readFile({ filename: 'x' }));
    }
    expect((await thrown(read())).code).toBe('FILE_NOT_FOUND')
  })
})
