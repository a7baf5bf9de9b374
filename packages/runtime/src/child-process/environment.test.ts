import { existsSync, readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { minimalEnvironment } from './environment.ts'
import { startServerProcess } from './index.ts'

const secrets = {
  ADMIN_PASSWORD: 'one',
  COOKIE_SECRET: 'two',
  DATABASE_URL: 'three',
  S3_SECRET_KEY: 'four',
  MY_OWN_TOKEN: 'five',
}

describe('the environment of a third-party server', () => {
  beforeAll(() => void Object.assign(process.env, secrets))
  afterAll(() => {
    for (const name of Object.keys(secrets)) delete process.env[name]
  })

  it('has the paths, the language and the time zone, and no other variable', () => {
    const env = { ...secrets, PATH: '/bin', LC_TIME: 'de_DE', TZ: 'UTC', HOME: '/root', Path: 'C:\\' }
    expect(minimalEnvironment(env)).toEqual({
      PATH: '/bin',
      LC_TIME: 'de_DE',
      TZ: 'UTC',
      HOME: '/root',
      Path: 'C:\\',
    })
  })

  it('is the default environment of a server', async () => {
    const lines: string[] = []
    const args = ['-e', 'console.log(Object.keys(process.env).join())']
    const server = await startServerProcess({
      name: 'x',
      command: process.execPath,
      args,
      onLine: (line) => void lines.push(line),
    })
    await server.ended
    await expect.poll(() => lines).toHaveLength(1)
    expect(lines[0]?.split(',')).toContain('PATH')
    for (const name of Object.keys(secrets)) expect(lines[0]?.split(',')).not.toContain(name)
  })

  const children = `/proc/self/task/${process.pid}/children`
  const pids = () => readFileSync(children, 'utf8').trim().split(/\s+/)

  it.runIf(existsSync(children))(
    'is what the process that guards the server gets (where /proc lists children)',
    async () => {
      const before = pids()
      const args = ['-e', 'setTimeout(() => {}, 60_000)']
      const server = await startServerProcess({
        name: 'x',
        command: process.execPath,
        args,
        onLine: () => undefined,
      })
      const environments = pids()
        .filter((pid) => !before.includes(pid))
        .map((pid) => readFileSync(`/proc/${pid}/environ`, 'utf8'))
      await server.stop()
      expect(environments).toHaveLength(2)
      for (const text of environments) expect(text).not.toMatch(/ADMIN_PASSWORD|MY_OWN_TOKEN/)
    },
  )
})
