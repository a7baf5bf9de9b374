import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '@typecase/runtime/child-process'
import { expect, it, onTestFinished } from 'vitest'
import { checkEnvironment } from './check-environment.ts'
import { standaloneConfig } from './config.ts'

async function settings(NATS_URL: string) {
  const folder = mkdtempSync(join(tmpdir(), 'typecase-settings-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const [PORT, SITE_PORT] = [String(await freePort()), String(await freePort())]
  return standaloneConfig({ NATS_URL, PORT, SITE_PORT }, folder)
}

it('accepts several NATS servers if one of them responds, and reports all if none responds', async () => {
  const [unreachable, other] = [`127.0.0.1:${await freePort()}`, `127.0.0.1:${await freePort()}`]
  const server = createServer().listen(0, '127.0.0.1')
  onTestFinished(() => void server.close())
  await new Promise((resolve) => server.once('listening', resolve))
  const { port } = server.address() as { port: number }
  await checkEnvironment(await settings(`nats://${unreachable},nats://127.0.0.1:${port}`))
  const none = checkEnvironment(await settings(`${unreachable},${other}`))
  await expect(none).rejects.toMatchObject({
    errors: [expect.stringContaining(unreachable), expect.stringContaining(other)],
  })
  expect(() => standaloneConfig({ NATS_URL: 'http://127.0.0.1:4222' }, '/')).toThrow(
    'several separated by commas',
  )
})
