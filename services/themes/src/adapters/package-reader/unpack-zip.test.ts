import { describe, expect, it } from 'vitest'
import { themeFiles, themeZip } from '../../../test/fixtures/theme.ts'
import { type ZipEntry, zip, zipFiles } from '../../../test/fixtures/zip.ts'
import { packageLimits } from '../../core/themes/limits.ts'
import { unpackZip } from './unpack-zip.ts'

const MiB = 1024 * 1024
const unpack = (bytes: Buffer) => unpackZip(bytes, packageLimits)
const hostile = (...entries: ZipEntry[]) => unpack(zip([{ name: 'theme.json', data: '{}' }, ...entries]))
const messages = ({ problems }: ReturnType<typeof unpack>) =>
  problems.map(({ path, message }) => `${path} ${message}`)

describe('a valid archive', () => {
  it('returns its files and folders', () => {
    const { readable, files, folders, problems } = unpack(themeZip())
    expect([readable, problems]).toEqual([true, []])
    expect([...files.keys()].sort()).toEqual(Object.keys(themeFiles()).sort())
    expect(files.get('assets/css/style.css')?.toString()).toBe('body { color: #222 }')
    expect([...folders].sort()).toEqual(['assets', 'assets/css', 'partials', 'templates'])
  })

  it('includes empty folders', () => {
    expect(hostile({ name: 'partials/' }).folders).toEqual(new Set(['partials']))
  })

  it('drops an enclosing folder and operating system files', () => {
    const files = Object.fromEntries(
      Object.entries(themeFiles()).map(([name, data]) => [`my-theme-main/${name}`, data]),
    )
    const { files: found } = unpack(
      zipFiles({ ...files, '__MACOSX/._theme.json': 'x', 'my-theme-main/assets/.DS_Store': 'x' }),
    )
    expect([...found.keys()].sort()).toEqual(Object.keys(themeFiles()).sort())
  })

  it('keeps a folder of the theme even if it is the only one', () => {
    expect([...unpack(zipFiles({ 'templates/layout.html': 'x' })).files.keys()]).toEqual([
      'templates/layout.html',
    ])
  })

  it('may contain stored entries and a file of exactly 10 MiB', () => {
    expect(
      hostile({ name: 'assets/a.bin', data: Buffer.alloc(10 * MiB), method: 0 }).files.get('assets/a.bin')
        ?.length,
    ).toBe(10 * MiB)
  })
})

describe('a hostile archive is rejected', () => {
  it.each([
    ['../evil', 'leaves the package'],
    ['a/../../evil', 'leaves the package'],
    ['/etc/passwd', 'has an absolute path'],
    ['..\\evil', 'has a backslash in its name'],
    ['C:evil', 'names a drive'],
    ['a\u0000.html', 'has a forbidden character in its name'],
    ['a/./b', 'has an empty part in its path'],
    ['a//b', 'has an empty part in its path'],
    ['a/b.', 'has a path segment that begins with a space, or ends with a space or dot'],
  ])('for the name %j', (name, why) => {
    const result = hostile({ name, data: 'x' })
    expect([result.readable, ...messages(result)]).toEqual([false, `${name} ${why}`])
  })

  it('for a name that is not UTF-8', () => {
    expect(messages(hostile({ name: Buffer.from([0x61, 0xff]), data: 'x' }))[0]).toMatch(/UTF-8/)
  })

  it('for deeply nested names, without listing their folders', () => {
    const names = Array.from({ length: 50 }, (_, n) => `${n}/${'a/'.repeat(30_000)}b`)
    const refused = messages(hostile(...names.map((name) => ({ name, data: 'x' }))))
    expect(new Set(refused.map((message) => message.slice(-33)))).toEqual(
      new Set([' has a path longer than 500 bytes']),
    )
    expect(refused).toHaveLength(50)
  })

  it('for a name that two entries share', () => {
    const entry = { name: 'a/ä', data: 'x' }
    expect(messages(hostile(entry, entry))[0]).toContain('"a/ä"')
  })

  it('for links and special files', () => {
    for (const mode of [0o120777, 0o020666, 0o010644, 0o140644])
      expect(messages(hostile({ name: 'a', data: '/etc/passwd', mode }))).toEqual([
        'a is a link or a special file',
      ])
  })

  it('for encrypted entries and unknown compression methods', () => {
    expect(messages(hostile({ name: 'a', data: 'x', flags: 1 }))).toEqual(['a is encrypted'])
    expect(messages(hostile({ name: 'a', data: 'x', method: 14 }))).toEqual([
      'a uses an unsupported compression method',
    ])
  })

  it.each([
    ['same', 'same'],
    ['Same.css', 'same.CSS'],
    ['\u00e9', 'e\u0301'],
    ['ﬁle', 'file'],
  ])('for two entries named %j and %j', (a, b) => {
    expect(hostile({ name: a, data: '1' }, { name: b, data: '2' }).readable).toBe(false)
  })

  it('for a file that is also a folder', () => {
    expect(messages(hostile({ name: 'a', data: '1' }, { name: 'a/b', data: '2' }))).toEqual([
      'a/b is inside a, which is a file',
    ])
  })

  it('for an entry with different names in its local and central header', () => {
    expect(messages(hostile({ name: 'good', localName: 'evil', data: 'x' }))).toEqual([
      'good has two different names',
    ])
  })

  it('for entries that share bytes', () => {
    const result = hostile(
      { name: 'a', data: 'x'.repeat(100) },
      { name: 'b', data: 'x'.repeat(100), sameOffsetAs: 1 },
    )
    expect(messages(result)).toContain('b shares bytes with a')
  })

  it('for wrong sizes, too small or too large', () => {
    expect(messages(hostile({ name: 'a', data: 'x'.repeat(5000), size: 10 }))).toEqual([
      'a does not have the size stated in the archive',
    ])
    expect(messages(hostile({ name: 'a', data: 'x', size: 4_000_000_000 }))).toEqual([
      'a does not have the size stated in the archive',
    ])
    expect(hostile({ name: 'a', data: 'x', packedSize: 900_000 }).readable).toBe(false)
  })

  it('for damaged contents', () => {
    expect(messages(hostile({ name: 'a', data: 'x', crc: 1 }))).toEqual(['a is damaged'])
  })

  it('for a file above 10 MiB, without inflating the rest', () => {
    expect(messages(hostile({ name: 'a', data: Buffer.alloc(300 * MiB), size: 10 }))).toEqual([
      'a is larger than 10 MiB',
    ])
  })

  it('for a compression ratio above 100', () => {
    const flat = Array.from({ length: 9 }, (_, n) => ({ name: `f${n}`, data: Buffer.alloc(9 * MiB) }))
    expect(messages(hostile(...flat))).toEqual([' the package unpacks to more than 100 times its size'])
  })

  it('for more than 2,000 files', () => {
    const many = (count: number) =>
      unpack(zip(Array.from({ length: count }, (_, n) => ({ name: `f${n}`, method: 0 }))))
    expect(many(2000).readable).toBe(true)
    expect(messages(many(2001))).toEqual([' the package has more than 2000 files'])
    expect(messages(many(65_000))).toEqual([' the package has more than 2000 files'])
  })

  it('if it is truncated, empty or not an archive', () => {
    const whole = themeZip()
    for (const bytes of [
      Buffer.from('not a zip at all'),
      Buffer.alloc(0),
      whole.subarray(0, whole.length - 30),
      whole.subarray(200),
    ])
      expect(unpack(bytes).readable).toBe(false)
  })

  it('with a list of all errors of names and headers', () => {
    expect(
      messages(hostile({ name: '../a', data: 'x', mode: 0o120777 }, { name: '/b', data: 'x', flags: 1 })),
    ).toHaveLength(4)
  })
})
