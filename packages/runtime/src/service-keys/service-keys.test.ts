import { afterEach, describe, expect, it, vi } from 'vitest'
import { z } from 'zod'
import { type ConfigError, loadConfig } from '../config/index.ts'
import { createLogger } from '../log/index.ts'
import {
  completeServiceKeys,
  generateServiceKeys,
  type KeyFiles,
  rotateServiceKeys,
} from './generate-keys.ts'
import { callGuard } from './guard.ts'
import { readServiceKeys, type ServiceKeys, serviceKeys } from './keys.ts'
import { replicaKeys } from './replica-keys.ts'
import { callerOf, signCall } from './signature.ts'
import { callSigner } from './signer.ts'
import { thisSecond } from './this-second.ts'

const read = (files: KeyFiles, service: keyof KeyFiles): ServiceKeys => {
  const keys = readServiceKeys(service, files[service])
  if (typeof keys === 'string') throw new Error(keys)
  return keys
}
const files = generateServiceKeys()
const call = {
  target: 'content',
  path: '/typecase.content.v1.PostService/CreatePost',
  actor: '{"kind":"user","id":"u1"}',
} as const

/** The gateway signs a call, and the content service verifies it. */
function verifyCall(
  options: { from?: KeyFiles; to?: KeyFiles; now?: number; claims?: object; signed?: object } = {},
) {
  const { from = files, to = files, now = Date.now(), claims = {}, signed = {} } = options
  const key = read(from, 'gateway').asCallerOf.get('content')
  if (!key) throw new Error('no key')
  const signature = signCall(key, { caller: 'gateway', ...call, ...signed }, now)
  return callerOf(signature, { ...call, ...claims }, read(to, 'content').calledBy)
}

describe('a signature', () => {
  it('identifies the caller', () => {
    expect(verifyCall()).toEqual({ caller: 'gateway' })
  })

  it.each([
    ['another method', { path: '/typecase.content.v1.PostService/DeletePost' }],
    ['another actor', { actor: '{"kind":"user","id":"u2"}' }],
    ['no actor', { actor: '' }],
    ['another service', { target: 'media' }],
  ] as const)('is invalid for %s', (_, claims) => {
    expect(verifyCall({ claims })).toEqual({ refused: 'forged' })
  })

  it('is invalid when another service signs as the gateway', () => {
    expect(verifyCall({ signed: { caller: 'publisher' } })).toEqual({ refused: 'forged' })
    expect(verifyCall({ from: generateServiceKeys() })).toEqual({ refused: 'forged' })
  })

  it('is valid for a minute before and after it is created', () => {
    expect(verifyCall({ now: Date.now() - 50_000 })).toEqual({ caller: 'gateway' })
    expect(verifyCall({ now: Date.now() + 50_000 })).toEqual({ caller: 'gateway' })
    expect(verifyCall({ now: Date.now() - 65_000 })).toEqual({ refused: 'expired' })
    expect(verifyCall({ now: Date.now() + 65_000 })).toEqual({ refused: 'expired' })
  })

  it('is required and must be well formed', () => {
    const { calledBy } = read(files, 'content')
    expect(callerOf(undefined, call, calledBy)).toEqual({ refused: 'missing' })
    expect(callerOf('gateway 1 short', call, calledBy)).toEqual({ refused: 'forged' })
    expect(callerOf(`identity 1 ${'a'.repeat(43)}`, call, calledBy)).toEqual({ refused: 'unknown' })
  })
})

describe('the cache of accepted calls', () => {
  const log = createLogger('test', 'silent')
  const begin = Date.UTC(2026, 0, 1)
  afterEach(() => vi.useRealTimers())

  it('accepts no other actor, method or signature, and no call after a minute', () => {
    vi.useFakeTimers({ now: begin, toFake: ['Date'] })
    const sign = callSigner(read(files, 'gateway'), 'content')
    const guard = callGuard(read(files, 'content'), log)
    const signature = sign?.(call.path, call.actor)
    for (let n = 0; n < 3; n++) expect(guard?.(call.path, signature, call.actor)).toBeUndefined()
    const refused = { code: 'UNAUTHENTICATED' }
    expect(guard?.(call.path, signature, '{"kind":"user","id":"u2"}')).toMatchObject(refused)
    expect(guard?.('/typecase.content.v1.PostService/DeletePost', signature, call.actor)).toMatchObject(
      refused,
    )
    expect(guard?.(call.path, `${signature}x`, call.actor)).toMatchObject(refused)
    expect(guard?.(call.path, `${signature}${call.actor.slice(0, 1)}`, call.actor.slice(1))).toMatchObject(
      refused,
    )
    vi.setSystemTime(begin + 62_000)
    expect(guard?.(call.path, signature, call.actor)).toMatchObject(refused)
    expect(guard?.(call.path, sign?.(call.path, call.actor), call.actor)).toBeUndefined()
  })

  it('has a bounded size', () => {
    const sign = callSigner(read(files, 'gateway'), 'content')
    const guard = callGuard(read(files, 'content'), log)
    for (let n = 0; n < 2_500; n++) {
      const actor = `{"kind":"user","id":"u${n}"}`
      expect(guard?.(call.path, sign?.(call.path, actor), actor)).toBeUndefined()
    }
    const cache = thisSecond<number>()
    for (let n = 0; n < 2_500; n++) cache.set(String(n), begin, n)
    expect(cache.get('0', begin)).toBeUndefined()
    expect(cache.get('2499', begin)).toBe(2_499)
    expect(cache.get('2499', begin + 1_000)).toBeUndefined()
  })
})

describe('a rotation', () => {
  const added = rotateServiceKeys(files, 'add')
  const switched = rotateServiceKeys(added, 'switch')
  const dropped = rotateServiceKeys(switched, 'drop')

  it.each([
    ['add', files, added],
    ['switch', added, switched],
    ['drop', switched, dropped],
  ])('rejects no call while only some services have applied "%s"', (_, before, after) => {
    for (const from of [before, after])
      for (const to of [before, after]) expect(verifyCall({ from, to })).toEqual({ caller: 'gateway' })
  })

  it('invalidates the old keys', () => {
    expect(verifyCall({ from: files, to: dropped })).toEqual({ refused: 'forged' })
    expect(dropped).not.toEqual(files)
  })

  it('refuses a step out of order', () => {
    expect(() => rotateServiceKeys(files, 'switch')).toThrow('"switch" needs two keys for each pair')
    expect(() => rotateServiceKeys(added, 'add')).toThrow('"add" needs one key for each pair')
    expect(() => rotateServiceKeys({ ...files, media: generateServiceKeys().media }, 'add')).toThrow(
      'different keys for "',
    )
  })
})

describe('a pair of services that a release adds', () => {
  const isNew = /^publisher identity .*\n/m
  const older = Object.fromEntries(
    Object.entries(files).map(([name, text]) => [name, text.replace(isNew, '')]),
  ) as KeyFiles

  it('needs no key at startup, and receives one without changing the keys of other pairs', () => {
    expect(older.publisher).not.toEqual(files.publisher)
    expect(read(older, 'publisher').asCallerOf.has('identity')).toBe(false)
    expect(read(older, 'identity').calledBy.has('publisher')).toBe(false)
    const completed = completeServiceKeys(older)
    expect(read(completed, 'publisher').asCallerOf.has('identity')).toBe(true)
    expect(completed.identity).toContain('publisher identity ')
    expect(completed.content.split('\n').sort()).toEqual(files.content.split('\n').sort())
    expect(completeServiceKeys(files)).toEqual(files)
    expect(() => rotateServiceKeys(older, 'add')).toThrow('run "complete" first')
  })

  it('is skipped by older releases', () => {
    expect(read({ ...files, media: `${files.media}media themes of-a-later-form\n` }, 'media')).toBeDefined()
  })
})

describe('the setting SERVICE_KEYS', () => {
  const schema = z.object({ SERVICE_KEYS: serviceKeys('media') })
  const errorOf = (text: string | undefined) => {
    try {
      loadConfig(schema, { SERVICE_KEYS: text })
    } catch (error) {
      return (error as ConfigError).errors.join()
    }
    return undefined
  }

  it("is the service's own keys, or the word off", () => {
    expect(errorOf(files.media)).toBeUndefined()
    expect(loadConfig(schema, { SERVICE_KEYS: 'off' })).toEqual({ SERVICE_KEYS: 'off' })
  })

  it('has one-sentence errors, which never show a key', () => {
    expect(errorOf(undefined)).toMatch(/^SERVICE_KEYS is required: .*npm run service-keys.* or off/)
    expect(errorOf('media content short')).toMatch(/^SERVICE_KEYS must have a key of 43 letters/)
    expect(errorOf('# a comment\n\nmedia moon')).toBe(
      'SERVICE_KEYS must have a pair of services in each line; line 3 has none',
    )
    expect(errorOf(files.themes)).toMatch(
      /^SERVICE_KEYS must hold only keys of media, but has one of gateway and themes/,
    )
    const gap = files.media.replace(/^publisher .*\n/m, '')
    expect(errorOf(gap)).toBe(
      'SERVICE_KEYS must have a line for "publisher media" (npm run service-keys generates them)',
    )
    const keys = gap.split('\n').flatMap((line) => (line.startsWith('#') ? [] : line.split(' ').slice(2)))
    expect(keys.length).toBeGreaterThan(0)
    for (const key of keys) expect(errorOf(gap)).not.toContain(key)
  })

  it('has only keys of pairs that include the service', () => {
    for (const [name, text] of Object.entries(files))
      for (const line of text.split('\n').filter((each) => each !== '' && !each.startsWith('#')))
        expect(line.split(' ').slice(0, 2)).toContain(name)
  })
})

describe('the keys of replicas', () => {
  const derived = (keyFiles: KeyFiles, service: keyof KeyFiles = 'publisher', purpose = 'rendering') =>
    (replicaKeys(read(keyFiles, service), purpose) ?? []).map((key) => key.export().toString('base64url'))

  it('are equal in all replicas, and differ by purpose, service and installation', () => {
    const [key] = derived(files)
    expect(key).toHaveLength(43)
    expect(derived(files)).toEqual([key])
    const others = [
      derived(files, 'content'),
      derived(files, 'publisher', 'other'),
      derived(generateServiceKeys()),
    ].flat()
    expect(others).toHaveLength(3)
    expect(others).not.toContain(key)
  })

  it('depend on every key of the file, so that no other service can derive them', () => {
    const changed = files.publisher.replace(/^(media publisher|publisher media) .*$/m, `$1 ${'A'.repeat(43)}`)
    expect(derived({ ...files, publisher: changed })).not.toEqual(derived(files))
    const alone = files.identity.replace(/^publisher .*\n/m, '')
    expect(() => derived({ ...files, identity: alone }, 'identity')).toThrow(
      'another service has every key of identity. ' +
        'Add the missing keys: npm run service-keys -- FOLDER complete',
    )
    expect(replicaKeys('off', 'rendering')).toBeUndefined()
  })

  it('rotate with the call keys: each step accepts the keys of the steps before and after it', () => {
    const added = rotateServiceKeys(files, 'add')
    const switched = rotateServiceKeys(added, 'switch')
    const dropped = rotateServiceKeys(switched, 'drop')
    const steps = [files, added, switched, dropped].map((each) => derived(each))
    expect(steps.map(({ length }) => length)).toEqual([1, 2, 2, 1])
    for (const [at, step] of steps.entries())
      for (const neighbor of [steps[at - 1], steps[at + 1]]) if (neighbor) expect(neighbor).toContain(step[0])
  })
})
