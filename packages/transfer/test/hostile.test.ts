/** Malicious sources: each is refused with a clear error, and no archive is written. */
import { createWriteStream, existsSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { expect, it } from 'vitest'
import yazl from 'yazl'
import { defaultLimits } from '../src/index.ts'
import { convertPath } from '../src/node.ts'
import { scratch, writeFiles } from './files.ts'

const folder = scratch()
let number = 0

/**
 * Writes a ZIP with these entries. Names in `renamed` are replaced in its bytes, because yazl refuses unsafe
 * names.
 */
async function zip(
  entries: Readonly<Record<string, string | Buffer>>,
  { modes = {}, renamed = {} }: { modes?: Record<string, number>; renamed?: Record<string, string> } = {},
): Promise<string> {
  const file = join(folder, `hostile-${number++}.zip`)
  const archive = new yazl.ZipFile()
  for (const [name, content] of Object.entries(entries))
    archive.addBuffer(Buffer.from(content), name, { mode: modes[name] ?? 0o100644, compress: true })
  archive.end()
  const chunks: Buffer[] = []
  for await (const chunk of archive.outputStream) chunks.push(chunk as Buffer)
  let bytes = Buffer.concat(chunks).toString('latin1')
  for (const [from, to] of Object.entries(renamed)) bytes = bytes.replaceAll(from, to)
  await pipeline([Buffer.from(bytes, 'latin1')], createWriteStream(file))
  return file
}

async function refused(path: string, limits = defaultLimits) {
  const target = join(folder, `target-${number++}`)
  const error = await convertPath({ kind: 'hugo', path, target, limits }).catch((thrown: unknown) => thrown)
  expect(existsSync(target)).toBe(false)
  return error
}

it.each([
  ['content/aa/evil.md', '../../../evil.md'],
  ['/content/evil.m', '/etc/cron.d/evil'].map((name) => name.slice(0, 15)) as [string, string],
  ['content/evil.md', 'content\\evil.md'],
])('refuses a ZIP entry whose name was changed from %s to %s', async (from, to) => {
  const name = from.replace(/^\//, 'x')
  const path = await zip({ [name]: 'x' }, { renamed: { [name]: to.padEnd(name.length, 'x') } })
  expect(await refused(path)).toMatchObject({ code: 'UNSAFE_PATH' })
})

it('refuses a symbolic link in a ZIP and in a folder', async () => {
  const path = await zip({ 'content/link.md': '/etc/passwd' }, { modes: { 'content/link.md': 0o120777 } })
  expect(await refused(path)).toMatchObject({ code: 'LINK' })
  const source = writeFiles(join(folder, 'linked'), { 'content/a.md': 'a' })
  symlinkSync('/etc/passwd', join(source, 'content/link.md'))
  expect(await refused(source)).toMatchObject({
    code: 'LINK',
    message: expect.stringContaining('content/link.md'),
  })
})

it('refuses a ZIP bomb, by ratio and by total size', async () => {
  const path = await zip({ 'content/bomb.md': Buffer.alloc(20_000_000) })
  expect(await refused(path)).toMatchObject({ code: 'ZIP_BOMB' })
  const large = await zip({ 'content/a.md': Buffer.alloc(2000, 1), 'content/b.md': Buffer.alloc(2000, 2) })
  expect(await refused(large, { ...defaultLimits, unpackedBytes: 3000 })).toMatchObject({ code: 'TOO_LARGE' })
})

it('refuses a ZIP with a duplicate name, a file that is not a ZIP, and a missing file', async () => {
  const path = await zip(
    { 'content/a.md': '1', 'content/b.md': '2' },
    { renamed: { 'content/b.md': 'content/a.md' } },
  )
  expect(await refused(path)).toMatchObject({ code: 'DUPLICATE_NAME' })
  const file = join(writeFiles(folder, { 'no.zip': 'PK but no ZIP' }), 'no.zip')
  expect(await refused(file)).toMatchObject({ code: 'DAMAGED' })
  expect(await refused(join(folder, 'absent'))).toMatchObject({ code: 'NOT_FOUND' })
})

it('refuses a ZIP entry whose unpacked size differs from the size in its header', async () => {
  const path = await zip(
    { 'content/a.md': 'abcdefgh'.repeat(1000) },
    { renamed: { '\x40\x1f\x00\x00': '\x10\x00\x00\x00' } },
  )
  expect(await refused(path)).toMatchObject({ code: 'DAMAGED' })
})

it('refuses front matter whose YAML aliases expand too far, and a file that is too large', async () => {
  const levels = Array.from(
    { length: 12 },
    (_, n) => `l${n}: &l${n} [${n ? `${`*l${n - 1},`.repeat(9)}` : 'x'}]`,
  )
  const bomb = writeFiles(join(folder, 'bomb'), { 'content/a.md': `---\n${levels.join('\n')}\n---\n` })
  expect(await refused(bomb)).toMatchObject({
    code: 'DAMAGED',
    message: expect.stringContaining('content/a.md'),
  })
  const large = writeFiles(join(folder, 'large'), { 'content/a.md': 'x'.repeat(5000) })
  expect(await refused(large, { ...defaultLimits, textBytes: 4000 })).toMatchObject({ code: 'TOO_LARGE' })
})

it('does not let front matter change prototypes', async () => {
  const source = writeFiles(join(folder, 'prototype'), {
    'content/a.md': '---\ntitle: A\n__proto__:\n  polluted: true\nconstructor: x\n---\n',
  })
  const target = join(folder, 'prototype-target')
  await convertPath({ kind: 'hugo', path: source, target })
  expect(({} as Record<string, unknown>).polluted).toBeUndefined()
})
