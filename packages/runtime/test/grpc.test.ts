import { SessionServiceDef } from '@typecase/contracts/services'
import { AppError, invalid, serviceActor } from '@typecase/kernel'
import { createLogger } from '@typecase/runtime/log'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { currentContext, newContext, runInContext } from '../src/context/index.ts'
import {
  type GrpcServer,
  grpcClient,
  implement,
  type LocalServers,
  type ServerCall,
  serveGrpc,
} from '../src/grpc/index.ts'

const log = createLogger('test', 'silent')
const open: { stop(): Promise<void> }[] = []
afterEach(async () => {
  for (const part of open.splice(0)) await part.stop()
})

/** Set for calls within the process. */
let local: LocalServers | undefined

async function serve(...services: Parameters<typeof serveGrpc>[0]['services']): Promise<GrpcServer> {
  const server = serveGrpc({ name: 'test', log, host: '127.0.0.1', port: 0, services, local })
  await server.start()
  open.push(server)
  return server
}

const never = async (): Promise<never> => {
  throw new Error('not called')
}

async function sessions(login: (request: { username: string }, call: ServerCall) => Promise<object>) {
  const server = await serve(
    implement(SessionServiceDef, { login, getLoginStanding: never, logout: never, verifySession: never }),
  )
  const client = grpcClient([SessionServiceDef], server.address(), undefined, local)
  open.push({ stop: async () => client.close() })
  return client
}

const thrown = (work: Promise<unknown>): Promise<AppError> =>
  work.then(
    () => {
      throw new Error('it did not fail')
    },
    (error) => error,
  )

describe.each([
  ['over a socket', () => undefined],
  ['within the process', (): LocalServers => new Map()],
])('a call %s', (_, servers) => {
  beforeEach(() => {
    local = servers()
  })
  afterEach(() => {
    local = undefined
  })

  it('carries request id, trace, actor and the remaining deadline', async () => {
    let seen: ServerCall | undefined
    let inside = ''
    const client = await sessions(async (_, call) => {
      seen = call
      inside = currentContext().traceparent
      return {}
    })
    const context = newContext({
      requestId: 'r-1',
      actor: serviceActor('test'),
      deadline: new Date(Date.now() + 1500),
    })
    await runInContext(context, () => client.login({ username: 'a' }))
    expect(seen?.requestId).toBe('r-1')
    expect(seen?.actor).toEqual({ kind: 'service', name: 'test' })
    expect(inside.split('-')[1]).toBe(context.traceparent.split('-')[1])
    expect(inside.split('-')[2]).not.toBe(context.traceparent.split('-')[2])
    expect((seen?.deadline?.getTime() ?? 0) - Date.now()).toBeLessThanOrEqual(1500)
  })

  it('transfers an AppError unchanged, with fields of any JSON type and all problems', async () => {
    const error = new AppError('limited', 'ACCOUNT_LOCKED', 'Versuchen Sie es später: ü', {
      fields: { remaining: 0, slug: 'ä-ö', list: [{ id: 1 }], none: null },
      problems: [{ path: 'metadata.title', message: 'Title is required' }],
    })
    const client = await sessions(async () => {
      throw error
    })
    const got = await thrown(client.login({}))
    expect(got).toBeInstanceOf(AppError)
    expect({ ...got }).toMatchObject({
      kind: 'limited',
      code: 'ACCOUNT_LOCKED',
      fields: error.fields,
      problems: error.problems,
    })
    expect(got.message).toBe(error.message)
  })

  it('truncates a list of problems that exceeds the headers, and counts the omitted ones', async () => {
    const problems = Array.from({ length: 5000 }, (_, n) => ({ path: `${n}.url`, message: 'is not a URL' }))
    const client = await sessions(async () => {
      throw invalid(problems)
    })
    const got = await thrown(client.login({}))
    expect(got.code).toBe('VALIDATION_ERROR')
    expect(got.problems.length).toBeGreaterThan(500)
    expect(got.problems.at(-1)?.message).toBe(`and ${5001 - got.problems.length} further errors`)
  })

  it('truncates a message and fields that exceed the headers, and does not affect other calls', async () => {
    const client = await sessions(async ({ username }) => {
      if (username === 'patient') await new Promise((resolve) => setTimeout(resolve, 300))
      else
        throw new AppError('not_found', 'THEME_NOT_FOUND', `There is no ${'ü"'.repeat(100_000)}`, {
          fields: { long: 'x'.repeat(100_000), short: 1 },
        })
      return {}
    })
    const other = client.login({ username: 'patient' })
    const got = await thrown(client.login({}))
    expect({ kind: got.kind, code: got.code, fields: got.fields }).toEqual({
      kind: 'not_found',
      code: 'THEME_NOT_FOUND',
      fields: { short: 1 },
    })
    expect(got.message).toMatch(/^There is no ü"ü"/)
    expect(got.message.endsWith('…')).toBe(true)
    expect(got.message.length).toBeGreaterThan(500)
    await other
  })

  it('truncates a list to the space that a long message and all problems leave', async () => {
    const files = Array.from({ length: 5000 }, (_, n) => ({
      file: `templates/${'ü'.repeat(50)}${n}.html`,
      line: n,
    }))
    const client = await sessions(async () => {
      throw new AppError('invalid', 'THEME_INVALID', 'ü'.repeat(100_000), {
        fields: { files, text: 'x'.repeat(100_000) },
        problems: files.map(({ file }) => ({ path: file, message: 'is broken' })),
      })
    })
    const got = await thrown(client.login({}))
    const received = got.fields.files as typeof files
    expect(got.code).toBe('THEME_INVALID')
    expect(received.length).toBeGreaterThan(80)
    expect(received).toEqual(files.slice(0, received.length))
    expect(got.problems.length).toBeGreaterThan(100)
    expect(got.problems.at(-1)?.message).toBe(`and ${5001 - got.problems.length} further errors`)
  })

  it('transfers an error that a handler throws synchronously', async () => {
    const client = await sessions(() => {
      throw new AppError('refused', 'NOT_NOW', 'Not now')
    })
    expect(await thrown(client.login({}))).toMatchObject({ kind: 'refused', code: 'NOT_NOW' })
  })

  it('hides the details of a bug', async () => {
    const client = await sessions(async () => {
      throw new Error('secret table')
    })
    const got = await thrown(client.login({}))
    expect(got.kind).toBe('internal')
    expect(got.message).toBe('Internal error')
  })

  it('ends at its deadline, aborts the handler, and fails with UPSTREAM_UNAVAILABLE', async () => {
    const aborted = Promise.withResolvers<boolean>()
    const client = await sessions(
      (_, { signal }) =>
        new Promise((resolve) =>
          signal.addEventListener('abort', () => {
            aborted.resolve(true)
            resolve({})
          }),
        ),
    )
    const got = await thrown(client.login({}, { deadlineMs: 100 }))
    expect({ kind: got.kind, code: got.code }).toEqual({ kind: 'unavailable', code: 'UPSTREAM_UNAVAILABLE' })
    expect(await aborted.promise).toBe(true)
  })

  it('ends when the caller cancels it', async () => {
    const aborted = Promise.withResolvers<void>()
    const started = Promise.withResolvers<void>()
    const client = await sessions(
      (_, { signal }) =>
        new Promise(() => {
          signal.addEventListener('abort', () => aborted.resolve())
          started.resolve()
        }),
    )
    const controller = new AbortController()
    const call = thrown(client.login({}, { signal: controller.signal }))
    await started.promise
    controller.abort()
    expect(await call).toMatchObject({ kind: 'unavailable', code: 'UPSTREAM_UNAVAILABLE' })
    await aborted.promise
  })

  it('shares no objects between the two sides', async () => {
    const request = { username: 'sent' }
    const reply = { user: { id: 'answered' } }
    let seen: { username: string } | undefined
    const client = await sessions(async (received) => {
      seen = received
      return reply
    })
    const got = await client.login(request)
    expect([seen?.username, got.user?.id]).toEqual(['sent', 'answered'])
    request.username = 'changed'
    reply.user.id = 'changed'
    expect([seen?.username, got.user?.id]).toEqual(['sent', 'answered'])
  })

  it('completes when it was running at a stop; later calls are refused', async () => {
    const started = Promise.withResolvers<void>()
    const release = Promise.withResolvers<void>()
    const client = await sessions(async () => {
      started.resolve()
      await release.promise
      return { token: 'late' }
    })
    const running = client.login({})
    await started.promise
    const stopped = open.find((part): part is GrpcServer => 'address' in part)?.stop()
    const refused = thrown(client.login({}, { deadlineMs: 300 }))
    expect(await refused).toMatchObject({ kind: 'unavailable', code: 'UPSTREAM_UNAVAILABLE' })
    release.resolve()
    expect(await running).toMatchObject({ token: 'late' })
    await stopped
  })

  it('does not abort the handler of a completed call', async () => {
    const signals: AbortSignal[] = []
    const client = await sessions(async (_, { signal }) => {
      signals.push(signal)
      return {}
    })
    for (let n = 0; n < 3; n++) await client.login({})
    expect(signals.map(({ aborted }) => aborted)).toEqual([false, false, false])
  })
})
