/** Tests the NATS configurations of the chart, and those for operators, on a real server. */
import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { eventServices } from '@typecase/contracts/event-users'
import { jetStreamEventBus } from '@typecase/messaging/events'
import {
  passwordVariable,
  readerUser,
  systemUsers,
  userOf,
  usersInclude,
} from '@typecase/messaging/nats-users'
import { queueNames } from '@typecase/messaging/work-queue'
import { createLogger } from '@typecase/runtime/log'
import { startNats } from '@typecase/testing/backing/nats'
import { label, testNats } from '@typecase/testing/infra'
import { afterAll, afterEach, describe, expect, it } from 'vitest'
import { examples, natsUsersFile, render } from '../src/chart.ts'
import type { Manifest } from '../src/manifests.ts'
import { of, workloads } from './rendered.ts'

const { skip } = await testNats()
const existingServer =
  process.env.TEST_NATS_URL || process.env.NATS_URL ? 'needs a NATS server that it can configure' : undefined
const folder = mkdtempSync(join(tmpdir(), 'typecase-nats-users-'))
const open: (() => Promise<unknown>)[] = []
const log = createLogger('test', 'silent')
afterEach(async () => {
  for (const close of open.splice(0).toReversed()) await close()
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const secret = (example: string, name: string) =>
  (
    of(example).find(({ kind, metadata }) => kind === 'Secret' && metadata.name === name) as Manifest & {
      stringData: Readonly<Record<string, string>>
    }
  ).stringData
async function serverWith(
  name: string,
  config: string,
  env?: Readonly<Record<string, string>>,
): Promise<string> {
  const configFile = join(folder, name)
  writeFileSync(configFile, config)
  const server = await startNats({ dir: join(folder, `${name}-data`), configFile, env })
  open.push(server.stop)
  return server.url
}
/** Connects to the server and returns the end of its event log. */
const logEndOf = (url: string) => {
  const bus = jetStreamEventBus({ url, log })
  open.push(bus.close)
  return bus.extent()
}

describe.skipIf(skip ?? existingServer)(label('the NATS server', skip ?? existingServer), () => {
  it("of the chart's demo accepts each service's URL, and refuses clients without credentials", async () => {
    const urls = secret('small', 'typecase-demo-nats')
    expect(Object.keys(urls).sort()).toEqual(eventServices.map((service) => `url-${service}`).sort())
    const { host } = new URL(
      await serverWith('demo.conf', secret('small', 'typecase-demo-nats-server')['nats.conf'] ?? ''),
    )
    for (const service of eventServices) {
      const url = urls[`url-${service}`]?.replace('typecase-demo-nats:4222', host) ?? ''
      expect(new URL(url).username).toBe(userOf(service))
      await expect(logEndOf(url), service).resolves.toMatchObject({ sequence: 0 })
    }
    await expect(logEndOf(`nats://${host}`)).rejects.toMatchObject({ code: 'BUS_UNAVAILABLE' })
  })

  it('of an operator can include the users file, with passwords from environment variables', async () => {
    const env = Object.fromEntries(
      systemUsers.map(({ name }) => [passwordVariable(name), `secret-of-${name}`]),
    )
    copyFileSync(natsUsersFile, join(folder, 'nats-users.conf'))
    const config = 'authorization {\n  include "nats-users.conf"\n}\n'
    const { host } = new URL(await serverWith('own.conf', config, env))
    await expect(logEndOf(`nats://typecase-media:secret-of-typecase-media@${host}`)).resolves.toMatchObject({
      sequence: 0,
    })
    await expect(logEndOf(`nats://typecase-media:secret-of-typecase-content@${host}`)).rejects.toMatchObject({
      code: 'BUS_UNAVAILABLE',
    })
  })
})

describe('the URL of NATS', () => {
  it.each(['ha', 'small'])('in %s has a Secret key per service; a pod mounts only its own key', (example) => {
    for (const { name, pod } of workloads(example).filter(
      (each) => !/gateway|-demo-|CronJob/.test(each.name),
    )) {
      const service = eventServices.find((each) => name.endsWith(each)) ?? ''
      const key = `url-${service}`
      expect(pod.volumes.find((each) => each.name === 'nats')?.secret?.items, name).toEqual([
        { key, path: key },
      ])
      const file = pod.containers[0]?.env?.find((each) => each.name === 'NATS_URL_FILE')?.value
      expect(file, name).toBe(`/secrets/nats/${key}`)
    }
  })

  it('in the example `external` is the same for all services', () => {
    const [pod] = workloads('external').filter(({ name }) => name === 'Deployment typecase-media')
    expect(pod?.pod.containers[0]?.env?.find((each) => each.name === 'NATS_URL_FILE')?.value).toBe(
      '/secrets/nats/url',
    )
  })
})

it('the chart sets the NATS prefix for every service that uses NATS, and in the ScaledObject', () => {
  const { values } = examples.find(({ name }) => name === 'ha') as (typeof examples)[number]
  const text = render(values, '--set', 'nats.prefix=blog-a')
  const services = text.split('\n---\n').filter((manifest) => /^kind: Deployment$/m.test(manifest))
  const withPrefix = services.filter((manifest) =>
    manifest.includes('{ name: NATS_PREFIX, value: "blog-a" }'),
  )
  expect(withPrefix).toHaveLength(eventServices.length)
  expect(text).toContain(`stream: ${queueNames('blog-a', 'rendering').stream}`)
})

describe('docs/nats.md', () => {
  const text = readFileSync(fileURLToPath(new URL('../../../docs/nats.md', import.meta.url)), 'utf8')

  it('has an up-to-date example of a user for another team', () => {
    const lines = usersInclude([readerUser('search-team')])
      .split('\n')
      .slice(1, -2)
    expect(text).toContain(['```', ...lines.map((line) => line.slice(2)), '```'].join('\n'))
  })

  it('lists every user and the variable of its password', () => {
    for (const { name } of systemUsers) {
      expect(text).toContain(`| \`${name}\` |`)
      expect(text).toContain(`\`${passwordVariable(name)}\``)
    }
  })
})
