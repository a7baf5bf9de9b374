import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ConfigError } from '@typecase/runtime/config'
import { afterAll, describe, expect, it } from 'vitest'
import { cookieSecret, takeDataFolder } from './data-folder.ts'

const root = mkdtempSync(join(tmpdir(), 'typecase-data-'))
afterAll(() => rmSync(root, { recursive: true }))

describe('the data folder', () => {
  it('is created if missing, and can be locked again after it was unlocked', async () => {
    const folder = join(root, 'a', 'b')
    const release = await takeDataFolder(folder)
    expect(readFileSync(join(folder, 'typecase.pid'), 'utf8').trim()).toBe(String(process.pid))
    await release()
    await (await takeDataFolder(folder))()
  })

  it('is refused while another process uses it; the error names its pid', async () => {
    const folder = join(root, 'taken')
    await (await takeDataFolder(folder))()
    const other = spawn(process.execPath, ['-e', 'setTimeout(() => {}, 60000)'])
    writeFileSync(join(folder, 'typecase.pid'), String(other.pid))
    await expect(takeDataFolder(folder)).rejects.toThrow(`in use by process ${other.pid}`)
    other.kill()
    await once(other, 'exit')
    await (await takeDataFolder(folder))()
  })

  it('is taken over from a killed process', async () => {
    const folder = join(root, 'killed')
    await (await takeDataFolder(folder))()
    writeFileSync(join(folder, 'typecase.pid'), '4194300')
    await (await takeDataFolder(folder))()
  })

  it('is refused when it cannot be created; the error names the variable', async () => {
    const file = join(root, 'file')
    writeFileSync(file, '')
    const attempt = takeDataFolder(join(file, 'below'))
    await expect(attempt).rejects.toThrow(ConfigError)
    await expect(attempt).rejects.toThrow(`TYPECASE_DATA: ${join(file, 'below')} is inside a file`)
  })

  it('stores one cookie secret, readable only by the owner', async () => {
    const first = await cookieSecret(root)
    expect(first.length).toBeGreaterThanOrEqual(32)
    expect(await cookieSecret(root)).toBe(first)
    expect(statSync(join(root, 'cookie-secret')).mode & 0o077).toBe(0)
    chmodSync(join(root, 'cookie-secret'), 0o600)
  })
})
