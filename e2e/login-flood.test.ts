import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Api, eventually, loggedIn } from './api.ts'
import { administrator, preparedFolder, type SystemProcess, startProcess } from './process.ts'
import { flood, logInFrom, meanwhile } from './scenarios/login-flood.ts'

const logins = 200
const known = 10
const memoryLimitMiB = 512

const folder = preparedFolder()
let system: SystemProcess
let api: Api

beforeAll(async () => {
  system = await startProcess(folder.path, { RATE_LIMIT_PER_MINUTE: '100000000', TRUST_PROXY: '1' })
  api = await loggedIn(system.apiUrl, administrator)
  for (let n = 0; n < known; n++) {
    const user = {
      username: `known-${n}`,
      email: `known-${n}@example.com`,
      password: 'a-right-password',
      role: 'editor',
    }
    await api.ok('POST', '/api/users', { json: user })
  }
}, 120_000)
afterAll(async () => {
  await system?.end('SIGTERM')
  folder.remove()
}, 60_000)

describe('concurrent logins', () => {
  it('are processed or rejected with Retry-After, while other requests succeed', async () => {
    const names = Array.from({ length: logins }, (_, n) => (n % 20 ? `unknown-${n}` : `known-${n / 20}`))
    const paths = ['/api/users/me', '/api/posts']
    const { result, latencies, failed, growthMiB } = await meanwhile(system, api, paths, () =>
      flood(system, names),
    )
    const refused = result.filter(({ status }) => status !== 401)
    expect(
      refused.map(({ status, body, headers }) => [status, body.code, headers.get('retry-after')]),
    ).toEqual(refused.map(() => [503, 'BUSY', '2']))
    // Responses must not reveal whether a username exists.
    expect(new Set(result.map(({ status, body }) => `${status} ${body.error}`)).size).toBe(
      refused.length > 0 ? 2 : 1,
    )
    expect(failed).toEqual([])
    for (const path of paths) expect(latencies[path]?.length, path).toBeGreaterThan(0)
    expect(growthMiB).toBeLessThanOrEqual(memoryLimitMiB)
  }, 60_000)

  it('from two IP addresses do not prevent logins from a third one', async () => {
    let isOver = false
    const floods = [1, 2].map(async (host) => {
      const answers: number[] = []
      for (let round = 0; !isOver; round++) {
        const names = Array.from({ length: 60 }, (_, n) => `made-up-${host}-${round}-${n}`)
        answers.push(...(await flood(system, names, `192.0.2.${host}`)).map(({ status }) => status))
      }
      return answers
    })
    await eventually(
      'a full queue',
      async () => (await logInFrom(system, '192.0.2.1', 'made-up', 'not-the-password')).status === 503,
    )
    const quiet: number[] = []
    for (let n = 0; n < 3; n++)
      quiet.push((await logInFrom(system, '192.0.2.99', `known-${n + 2}`, 'a-right-password')).status)
    isOver = true
    const flooded = (await Promise.all(floods)).flat()
    expect(quiet).toEqual([200, 200, 200])
    // Proves that the floods exceeded the limits.
    expect(new Set(flooded)).toEqual(new Set([401, 503]))
  }, 60_000)

  it('do not prevent a later login with the right password', async () => {
    const login = () =>
      api.request('POST', '/api/auth/login', { json: { username: 'known-1', password: 'a-right-password' } })
    await eventually('a login', async () => (await login()).status === 200)
  }, 60_000)
})

it('users can be created during a login flood', async () => {
  const createUser = (n: number) => {
    const user = {
      username: `patient-${n}`,
      email: `patient-${n}@example.com`,
      password: 'a-right-password',
      role: 'editor',
    }
    return api.request('POST', '/api/users', { json: user })
  }
  const others = flood(
    system,
    Array.from({ length: logins }, (_, n) => `stranger-${n}`),
  )
  const users = await Promise.all(Array.from({ length: 8 }, (_, n) => createUser(n)))
  expect(users.map(({ status }) => status)).toEqual(users.map(() => 201))
  await others
}, 60_000)
