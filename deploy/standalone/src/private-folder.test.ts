import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { dataFolderMode, restrictAccess } from './private-folder.ts'

const root = mkdtempSync(join(tmpdir(), 'typecase-closed-'))
afterAll(() => rmSync(root, { recursive: true }))

const modeOf = (...path: readonly string[]) => statSync(join(...path)).mode & 0o777
const octal = dataFolderMode.toString(8)

/** The data folder of an earlier version, accessible to all users. */
function openFolder(name: string): string {
  const folder = join(root, name)
  for (const path of ['postgres', 'blobs', 'site']) mkdirSync(join(folder, path), { recursive: true })
  for (const path of ['cookie-secret', 'postgres.password', 'database-url'])
    writeFileSync(join(folder, path), 'x')
  for (const path of ['', 'blobs', 'site']) chmodSync(join(folder, path), 0o755)
  for (const path of ['cookie-secret', 'postgres.password', 'database-url'])
    chmodSync(join(folder, path), 0o644)
  chmodSync(join(folder, 'postgres'), 0o700)
  return folder
}

describe.skipIf(process.platform === 'win32')('the data folder', () => {
  it('becomes inaccessible to other users, and each change is reported', async () => {
    const folder = openFolder('open')
    const lines = await restrictAccess(folder)
    expect(modeOf(folder)).toBe(dataFolderMode)
    expect(modeOf(folder) & 0o066).toBe(0)
    for (const path of ['cookie-secret', 'postgres.password', 'database-url'])
      expect(modeOf(folder, path)).toBe(0o600)
    expect(modeOf(folder, 'blobs')).toBe(0o700)
    // The site is public, and a web server may read it.
    expect(modeOf(folder, 'site')).toBe(0o755)
    expect(lines).toContain(`${folder} was accessible to other users (mode 755); its mode is now ${octal}`)
    expect(lines).toContain(
      `${join(folder, 'cookie-secret')} was accessible to other users (mode 644); its mode is now 600`,
    )
    expect(lines).toHaveLength(5)
    expect(await restrictAccess(folder)).toEqual([])
  })

  it('is not changed if it is already private', async () => {
    const folder = openFolder('private')
    await restrictAccess(folder)
    chmodSync(folder, 0o700)
    expect(await restrictAccess(folder)).toEqual([])
    expect(modeOf(folder)).toBe(0o700)
  })

  it('keeps its mode and is reported if it contains unknown files; its secrets become private', async () => {
    const folder = openFolder('shared')
    writeFileSync(join(folder, 'holiday.jpg'), '')
    const lines = await restrictAccess(folder)
    expect(modeOf(folder)).toBe(0o755)
    expect(modeOf(folder, 'cookie-secret')).toBe(0o600)
    expect(lines.filter((line) => line.includes('holiday.jpg'))).toHaveLength(1)
    expect(lines.join()).toContain('set TYPECASE_DATA to a separate folder')
  })

  it.runIf(existsSync('/proc/self/status'))("is refused if a secret's mode cannot be changed", async () => {
    const folder = openFolder('fixed')
    const secret = join(folder, 'cookie-secret')
    rmSync(secret)
    // The mode of this file cannot be changed, even by root.
    symlinkSync('/proc/self/status', secret)
    await expect(restrictAccess(folder)).rejects.toThrow(
      `${secret} is accessible to other users (mode 444) and its mode cannot be changed`,
    )
  })
})
