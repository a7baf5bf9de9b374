/** Profiles of users, from identity services of this release and the previous one. */
import { ProfileServiceDef } from '@typecase/contracts/services'
import { AppError } from '@typecase/kernel'
import { serveGrpc } from '@typecase/runtime/grpc'
import { createLogger } from '@typecase/runtime/log'
import { callGuard, callSigner, generateServiceKeys, readServiceKeys } from '@typecase/runtime/service-keys'
import { expect, it, onTestFinished } from 'vitest'
import { grpcProfileReader } from '../src/adapters/clients/profiles.ts'

const silent = createLogger('test', 'silent')
const stored = {
  username: 'ada',
  profile: {
    displayName: 'Ada\u0001',
    bio: '',
    avatar: 'id',
    links: [{ title: 'A', url: 'https://example.org' }],
  },
}

async function identity(options: Partial<Parameters<typeof serveGrpc>[0]> = {}): Promise<string> {
  const server = serveGrpc({
    name: 'identity',
    log: silent,
    host: '127.0.0.1',
    port: 0,
    services: [{ def: ProfileServiceDef, handlers: { listProfiles: async () => ({ profiles: [stored] }) } }],
    ...options,
  })
  await server.start()
  onTestFinished(async () => server.stop())
  return server.address()
}

function reader(options: Partial<Parameters<typeof grpcProfileReader>[0]>) {
  const warnings: string[] = []
  const log = {
    ...silent,
    warn: (fields: { reason: string }) => void warnings.push(fields.reason),
  } as unknown as typeof silent
  const profiles = grpcProfileReader({ address: undefined, hasKey: true, log, ...options })
  onTestFinished(() => profiles.close())
  return { read: () => profiles.read(), warnings }
}

it('profiles are read without characters that HTML forbids', async () => {
  const { read, warnings } = reader({ address: await identity() })
  expect(await read()).toEqual([
    {
      username: 'ada',
      displayName: 'Ada',
      bio: null,
      avatar: 'id',
      links: [{ title: 'A', url: 'https://example.org' }],
    },
  ])
  expect(warnings).toEqual([])
})

it('profiles are empty, with one warning, if the address, key, method or permission is missing', async () => {
  const identityKeys = readServiceKeys(
    'identity',
    generateServiceKeys().identity.replace(/^publisher .*\n/m, ''),
  )
  const otherKeys = readServiceKeys('publisher', generateServiceKeys().publisher)
  if (typeof identityKeys === 'string' || typeof otherKeys === 'string') throw new Error('no keys')
  const guarded = await identity({ guard: callGuard(identityKeys, silent) })
  for (const [options, reason] of [
    [{}, 'IDENTITY_URL is not set'],
    [{ address: guarded, hasKey: false }, 'SERVICE_KEYS has no "publisher identity"'],
    [{ address: await identity({ services: [] }) }, 'the identity service is of an earlier release'],
    [
      { address: guarded, sign: callSigner(otherKeys, 'identity') },
      'the identity service refuses the call: compare the SERVICE_KEYS of both services',
    ],
  ] as const) {
    const { read, warnings } = reader(options)
    expect([await read(), await read()], reason).toEqual([[], []])
    expect(warnings).toEqual([reason])
  }
})

it('reading fails while identity is unavailable, so no build replaces names with usernames', async () => {
  const failing = async () => {
    throw new AppError('unavailable', 'BUSY', 'Busy')
  }
  const address = await identity({
    services: [{ def: ProfileServiceDef, handlers: { listProfiles: failing } }],
  })
  await expect(reader({ address }).read()).rejects.toMatchObject({ code: 'BUSY' })
  await expect(reader({ address: '127.0.0.1:1' }).read()).rejects.toMatchObject({
    code: 'UPSTREAM_UNAVAILABLE',
  })
})
