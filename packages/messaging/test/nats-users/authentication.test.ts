/** Services authenticate on a real server by nkey seed, client certificate and credentials file. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ConfigError, loadConfig } from '@typecase/runtime/config'
import { startNats } from '@typecase/testing/backing/nats'
import { certificateAuthority } from '@typecase/testing/certificates'
import { label, testNats } from '@typecase/testing/infra'
import { nkeys } from 'nats'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { jetStreamEventBus } from '../../src/events/index.ts'
import { natsAccess, natsSettings } from '../../src/nats/index.ts'
import { servicePermissions } from '../../src/nats-users/index.ts'
import { anEvent, collect, eventually } from '../contracts/event-samples.ts'
import { log } from '../work-queue/uppercase-jobs.ts'

const { skip } = await testNats()
const externalServer =
  process.env.TEST_NATS_URL || process.env.NATS_URL ? 'needs servers of its own' : undefined
const schema = z.object(natsSettings)
const text = new TextDecoder()
/** Permissions of content and publisher, so that one user publishes and consumes. */
const permissions = () => {
  const [content, publisher] = [servicePermissions('content'), servicePermissions('publisher')]
  return {
    publish: [...content.publish, ...publisher.publish],
    subscribe: [...content.subscribe, ...publisher.subscribe],
  }
}

describe.skipIf(skip ?? externalServer)(label('authentication on NATS', skip ?? externalServer), () => {
  let dir: string
  const stops: (() => Promise<void>)[] = []
  const file = async (name: string, content: string | Uint8Array) => {
    const path = join(dir, name)
    await writeFile(path, content, { mode: 0o600 })
    return path
  }
  async function serverWith(name: string, config: string): Promise<string> {
    const server = await startNats({ dir: join(dir, name), configFile: await file(`${name}.conf`, config) })
    stops.push(server.stop)
    return server.url
  }
  function busWith(env: Record<string, string>, service = 'publisher') {
    const access = natsAccess(loadConfig(schema, env), service)
    if (!access) throw new Error('no NATS_URL')
    const bus = jetStreamEventBus({ ...access, log })
    stops.push(bus.close)
    return bus
  }
  async function expectDelivery(env: Record<string, string>): Promise<void> {
    const bus = busWith(env)
    const read = await collect(bus, { durable: 'publisher', subjects: ['typecase.content.>'] })
    await bus.publish(anEvent(1))
    await eventually(() => expect(read.numbers()).toEqual([1]))
  }
  const expectRefused = (env: Record<string, string>) =>
    expect(busWith(env).ping()).rejects.toMatchObject({ code: 'BUS_UNAVAILABLE' })

  beforeAll(async () => {
    dir = await mkdtemp(join(tmpdir(), 'typecase-nats-'))
  })
  afterAll(async () => {
    for (const stop of stops.splice(0).toReversed()) await stop()
    await rm(dir, { recursive: true, force: true })
  })

  it('accepts an nkey seed, and reads the seed file again for each connection', async () => {
    const [authorized, unauthorized] = [nkeys.createUser(), nkeys.createUser()]
    const user = { nkey: authorized.getPublicKey(), permissions: permissions() }
    const NATS_URL = await serverWith('nkey', `authorization: { users: [ ${JSON.stringify(user)} ] }`)
    const seed = await file('own.nkey', `${text.decode(authorized.getSeed())}\n`)
    await expectDelivery({ NATS_URL, NATS_NKEY_FILE: seed })
    const replaced = await file('replaced.nkey', text.decode(unauthorized.getSeed()))
    const bus = busWith({ NATS_URL, NATS_NKEY_FILE: replaced })
    await expect(bus.ping()).rejects.toMatchObject({ code: 'BUS_UNAVAILABLE' })
    await file('replaced.nkey', text.decode(authorized.getSeed()))
    await eventually(() => bus.ping())
  })

  it('accepts a client certificate mapped to a user, but only over verified TLS', async () => {
    const authority = certificateAuthority('test authority')
    const other = certificateAuthority('another authority')
    const server = authority.issue('localhost')
    const client = authority.issue('publisher.test')
    const tls = {
      cert_file: await file('server.crt', server.certificate),
      key_file: await file('server.key', server.key),
      ca_file: await file('ca.crt', authority.certificate),
      ...{ verify: true, verify_and_map: true },
    }
    const user = { user: 'publisher.test', permissions: permissions() }
    const config = `tls: ${JSON.stringify(tls)}\nauthorization: { users: [ ${JSON.stringify(user)} ] }`
    // The client compares this host name with the certificate.
    const NATS_URL = (await serverWith('mtls', config)).replace('127.0.0.1', 'localhost')
    const clientFiles = {
      NATS_TLS_CA_FILE: tls.ca_file,
      NATS_TLS_CERT_FILE: await file('client.crt', client.certificate),
      NATS_TLS_KEY_FILE: await file('client.key', client.key),
    }
    await expectDelivery({ NATS_URL, ...clientFiles })
    const NATS_TLS_CA_FILE = await file('other.crt', other.certificate)
    const plain = await serverWith('plain', '')
    await Promise.all([
      expectRefused({ NATS_URL, NATS_TLS_CA_FILE: tls.ca_file }),
      expectRefused({ NATS_URL, ...clientFiles, NATS_TLS_CA_FILE }),
      expectRefused({ NATS_URL: plain, ...clientFiles }),
    ])
  })

  it('accepts a credentials file for a user of a configured account', async () => {
    const [operator, user] = [nkeys.createOperator(), nkeys.createUser()]
    const [account, system] = [nkeys.createAccount(), nkeys.createAccount()]
    const jwt = (subject: typeof user, issuer: typeof user, name: string, nats: object) => {
      const claims = {
        jti: name,
        iat: 1_700_000_000,
        iss: issuer.getPublicKey(),
        sub: subject.getPublicKey(),
        name,
        nats,
      }
      const encode = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url')
      const body = `${encode({ typ: 'JWT', alg: 'ed25519-nkey' })}.${encode(claims)}`
      return `${body}.${Buffer.from(issuer.sign(Buffer.from(body))).toString('base64url')}`
    }
    const unlimited = { subs: -1, data: -1, payload: -1 }
    const storage = { mem_storage: -1, disk_storage: -1, streams: -1, consumer: -1 }
    const unlimitedAccount = { ...unlimited, imports: -1, exports: -1, wildcards: true, conn: -1, leaf: -1 }
    const limits = { ...unlimitedAccount, ...storage }
    const { publish, subscribe } = servicePermissions('publisher')
    const operatorJwt = jwt(operator, operator, 'test operator', { type: 'operator', version: 2 })
    const accountJwt = jwt(account, operator, 'test account', { limits, type: 'account', version: 2 })
    const rights = { pub: { allow: [...publish, 'typecase.content.>'] }, sub: { allow: subscribe } }
    const userJwt = jwt(user, account, 'publisher', { ...rights, ...unlimited, type: 'user', version: 2 })
    const systemJwt = jwt(system, operator, 'system account', {
      limits: unlimitedAccount,
      type: 'account',
      version: 2,
    })
    const accounts = [
      `${account.getPublicKey()}: "${accountJwt}"`,
      `${system.getPublicKey()}: "${systemJwt}"`,
    ].join('\n')
    const config = [
      `operator: "${operatorJwt}"`,
      `system_account: ${system.getPublicKey()}`,
      `resolver: MEMORY\nresolver_preload: {\n${accounts}\n}`,
    ]
    const NATS_URL = await serverWith('creds', config.join('\n'))
    const seed = text.decode(user.getSeed())
    const NATS_CREDS_FILE = await file(
      'user.creds',
      [
        '-----BEGIN NATS USER JWT-----',
        userJwt,
        '------END NATS USER JWT------',
        '',
        '-----BEGIN USER NKEY SEED-----',
        seed,
        '------END USER NKEY SEED------',
        '',
      ].join('\n'),
    )
    await expectDelivery({ NATS_URL, NATS_CREDS_FILE })
  })
})

describe('NATS settings', () => {
  const env = { NATS_URL: 'nats://user:secret@127.0.0.1:4222' }
  const errorsOf = (more: Record<string, string>): readonly string[] => {
    try {
      natsAccess(loadConfig(schema, { ...env, ...more }), 'media')
    } catch (error) {
      if (error instanceof ConfigError) return error.errors
      throw error
    }
    return []
  }

  it('reject unreadable files, a certificate without its key, and two authentication methods at once', () => {
    const NATS_NKEY_FILE = '/nonexistent/seed'
    expect(errorsOf({})).toEqual([])
    expect(errorsOf({ NATS_NKEY_FILE, NATS_TLS_CERT_FILE: '/nonexistent/cert' })).toEqual([
      'the user in NATS_URL and NATS_NKEY_FILE are both set: keep one',
      'NATS_TLS_CERT_FILE and NATS_TLS_KEY_FILE must be set together',
      'NATS_NKEY_FILE: /nonexistent/seed cannot be read (ENOENT)',
      'NATS_TLS_CERT_FILE: /nonexistent/cert cannot be read (ENOENT)',
    ])
  })

  it.each(['Blog', '1', 'a.b', 'a_b', 'blog-rendering', 'x'.repeat(41)])(
    'reject the prefix %s',
    (NATS_PREFIX) => {
      expect(errorsOf({ NATS_PREFIX })).toHaveLength(1)
    },
  )

  it.each(['0', '2', '4', '7'])('reject %s replicas', (NATS_REPLICAS) => {
    expect(errorsOf({ NATS_REPLICAS })).toEqual([
      `NATS_REPLICAS must be 1, 3 or 5, but is "${NATS_REPLICAS}"`,
    ])
  })
})
