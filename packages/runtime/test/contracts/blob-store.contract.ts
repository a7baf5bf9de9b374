import { createHash, randomBytes } from 'node:crypto'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { BlobStore } from '../../src/blobs/index.ts'

export interface BlobStoreUnderTest {
  readonly store: BlobStore
  dispose(): Promise<void>
}

const png = { contentType: 'image/png' }

/** Contract of BlobStore, run for every adapter. */
export function blobStoreContract(openStore: () => Promise<BlobStoreUnderTest>): void {
  let store: BlobStore
  let dispose: () => Promise<void>
  let keys = 0
  const fresh = (name: string) => `case-${++keys}/${name}`

  beforeAll(async () => {
    ;({ store, dispose } = await openStore())
  })
  afterAll(async () => await dispose())

  const bytesOf = async (
    key: string,
    range?: { start: number; end?: number },
  ): Promise<string | undefined> => {
    const found = await store.get(key, range)
    return found && (await buffer(found.stream)).toString('utf8')
  }
  const keysUnder = async (prefix: string): Promise<string[]> => {
    const keys: string[] = []
    for await (const { key } of store.list(prefix)) keys.push(key)
    return keys
  }

  it('responds to a ping', async () => {
    await store.ping()
  })

  it('returns stored bytes with their size and content type', async () => {
    const key = fresh('hello.png')
    const before = Date.now()
    const put = await store.put(key, Buffer.from('hello'), png)
    expect(put).toMatchObject({ size: 5, contentType: 'image/png' })
    const found = await store.get(key)
    expect(found).toMatchObject({ size: 5, contentType: 'image/png' })
    expect((await buffer(found?.stream as Readable)).toString()).toBe('hello')
    const stat = await store.stat(key)
    expect(stat).toMatchObject({ size: 5, contentType: 'image/png' })
    expect(Math.abs((stat?.modifiedAt.getTime() ?? 0) - before)).toBeLessThan(5_000)
  })

  it('accepts streams, iterables and byte arrays, even if they are empty', async () => {
    const [stream, iterable, nothing, none] = [fresh('a'), fresh('b'), fresh('c'), fresh('d')]
    await store.put(stream, Readable.from([Buffer.from('str'), Buffer.from('eam')]), png)
    await store.put(iterable, chunks('one ', 'two'), png)
    await store.put(nothing, Readable.from([]), png)
    await store.put(none, new Uint8Array(), png)
    expect(await bytesOf(stream)).toBe('stream')
    expect(await bytesOf(iterable)).toBe('one two')
    expect(await bytesOf(nothing)).toBe('')
    expect(await bytesOf(none)).toBe('')
    expect(await store.stat(nothing)).toMatchObject({ size: 0, contentType: 'image/png' })
  })

  it.each([
    [{ start: 0, end: 0 }, '0'],
    [{ start: 2, end: 4 }, '234'],
    [{ start: 7 }, '789'],
    [{ start: 7, end: 500 }, '789'],
    [{ start: 10 }, ''],
    [{ start: 99, end: 120 }, ''],
    [{ start: 5, end: 4 }, ''],
  ])('reads the range %j and returns the size of the whole blob', async (range, expected) => {
    const key = fresh('digits')
    await store.put(key, Buffer.from('0123456789'), png)
    const found = await store.get(key, range)
    expect(found).toMatchObject({ size: 10, contentType: 'image/png' })
    expect((await buffer(found?.stream as Readable)).toString()).toBe(expected)
  })

  it('returns undefined for an unknown key', async () => {
    expect(await store.get(fresh('missing'))).toBeUndefined()
    expect(await store.get(fresh('missing'), { start: 0, end: 3 })).toBeUndefined()
    expect(await store.stat(fresh('missing'))).toBeUndefined()
  })

  it('replaces bytes and content type', async () => {
    const key = fresh('file')
    await store.put(key, Buffer.from('a longer first text'), png)
    await store.put(key, Buffer.from('second'), { contentType: 'text/plain; charset=utf-8' })
    expect(await bytesOf(key)).toBe('second')
    expect(await store.stat(key)).toMatchObject({ size: 6, contentType: 'text/plain; charset=utf-8' })
  })

  it('returns the old or the new blob during a replacement, never a mixture', async () => {
    const key = fresh('race')
    const texts = ['a', 'b', 'c', 'd'].map((letter) => letter.repeat(200_000))
    await store.put(key, Buffer.from(texts[0] ?? ''), png)
    const writing = (async () => {
      for (const text of [...texts, ...texts]) await store.put(key, Buffer.from(text), png)
    })()
    for (let i = 0; i < 8; i++) expect(texts).toContain(await bytesOf(key))
    await writing
  })

  it('deletes blobs, and ignores unknown keys', async () => {
    const key = fresh('gone')
    await store.put(key, Buffer.from('x'), png)
    await store.delete(key)
    expect(await store.stat(key)).toBeUndefined()
    await store.delete(key)
    await store.delete(fresh('never'))
  })

  it('lists numeric keys unchanged', async () => {
    const names = ['0', '0042', '1.50', '1e3', 'true']
    for (const name of names) await store.put(name, Buffer.from(name), png)
    const listed = await keysUnder('')
    for (const name of names) await store.delete(name)
    expect(listed.filter((key) => !key.includes('/'))).toEqual(names)
  })

  it('lists more than 1,000 keys', async () => {
    const base = fresh('many')
    const numbers = Array.from({ length: 1_005 }, (_, i) => String(i).padStart(4, '0'))
    for (let i = 0; i < numbers.length; i += 50)
      await Promise.all(numbers.slice(i, i + 50).map((n) => store.put(`${base}/${n}`, Buffer.from(n), png)))
    expect(await keysUnder(`${base}/`)).toEqual(numbers.map((n) => `${base}/${n}`))
  }, 60_000)

  it('copies bytes and content type, and returns false for an unknown key', async () => {
    const [from, to] = [fresh('from +ü'), fresh('deep/er/to')]
    await store.put(from, Buffer.from('copied'), png)
    await store.put(to, Buffer.from('something else'), { contentType: 'text/plain' })
    expect(await store.copy(from, to)).toBe(true)
    expect(await bytesOf(to)).toBe('copied')
    expect(await bytesOf(from)).toBe('copied')
    expect(await store.stat(to)).toMatchObject({ contentType: 'image/png' })
    expect(await store.copy(fresh('missing'), to)).toBe(false)
    expect(await bytesOf(to)).toBe('copied')
  })

  it('streams 32 MiB in and out', async () => {
    const key = fresh('big')
    const block = randomBytes(64 * 1024)
    const count = 512
    const sent = createHash('sha256')
    async function* source() {
      for (let i = 0; i < count; i++) {
        block.writeUInt32BE(i)
        sent.update(block)
        yield Buffer.from(block)
      }
    }
    await store.put(key, source(), png)
    const found = await store.get(key)
    const received = createHash('sha256')
    for await (const chunk of found?.stream ?? []) {
      received.update(chunk as Buffer)
    }
    expect(found?.size).toBe(count * block.length)
    expect(received.digest('hex')).toBe(sent.digest('hex'))
    await store.delete(key)
  }, 60_000)

  it.each([
    ['immediately', 0],
    ['after 1 MiB', 16],
    ['after 20 MiB', 320],
  ])('stores nothing if the source fails %s, and rejects with its error', async (_, blocks) => {
    const [key, existing] = [fresh('broken'), fresh('existing')]
    await store.put(existing, Buffer.from('before'), png)
    async function* breaking() {
      for (let i = 0; i < blocks; i++) yield Buffer.alloc(64 * 1024)
      throw new Error('client disconnected')
    }
    await expect(store.put(key, breaking(), png)).rejects.toThrow('client disconnected')
    await expect(store.put(existing, Readable.from(breaking()), png)).rejects.toThrow('client disconnected')
    expect(await store.stat(key)).toBeUndefined()
    expect(await bytesOf(existing)).toBe('before')
    expect(await keysUnder(key.split('/')[0] ?? '')).toEqual([])
  })

  it('survives a reader that disconnects', async () => {
    const key = fresh('half')
    await store.put(key, Buffer.alloc(5_000_000, 'x'), png)
    for (let i = 0; i < 20; i++) {
      const found = await store.get(key)
      await new Promise((resolve) => found?.stream.once('data', resolve))
      found?.stream.destroy()
    }
    expect((await bytesOf(key))?.length).toBe(5_000_000)
  })

  it('stores the blobs of 20 concurrent writers', async () => {
    const base = fresh('parallel')
    await Promise.all(
      Array.from({ length: 20 }, (_, i) => store.put(`${base}/${i}`, chunks(`${i}`, '!'), png)),
    )
    for (let i = 0; i < 20; i++) expect(await bytesOf(`${base}/${i}`)).toBe(`${i}!`)
  })

  describe('when it checks its arguments', () => {
    const hostile = [
      '',
      '/',
      '/etc/passwd',
      'a/',
      'a//b',
      '.',
      '..',
      '../x',
      'a/../b',
      'a/..',
      './a',
      'a/./b',
      'a\\..\\b',
      'a\0b',
      'a\nb',
      '\u007f',
      '\ud800',
      'e\u0301',
      'x'.repeat(241),
      `${'a/'.repeat(500)}a`,
      '%'.repeat(81),
    ]
    it.each(hostile.map((key) => [JSON.stringify(key).slice(0, 40), key]))(
      'rejects %s in every method',
      async (_, key) => {
        const refused = { kind: 'invalid', code: 'INVALID_BLOB_KEY' }
        await expect(store.put(key, Buffer.from('x'), png)).rejects.toMatchObject(refused)
        await expect(store.get(key)).rejects.toMatchObject(refused)
        await expect(store.stat(key)).rejects.toMatchObject(refused)
        await expect(store.delete(key)).rejects.toMatchObject(refused)
        await expect(store.copy(key, 'ok')).rejects.toMatchObject(refused)
        await expect(store.copy('ok', key)).rejects.toMatchObject(refused)
      },
    )

    it.each(['../', 'a/../', '/', 'a//', '..'])('refuses to list %j', async (prefix) => {
      await expect(keysUnder(prefix)).rejects.toMatchObject({ code: 'INVALID_BLOB_KEY' })
    })

    it.each([
      '..a',
      'a..b',
      '...',
      '%2e%2e',
      'a%2Fb',
      '~',
      'con',
      ' ',
      "it's (1) & more; $x",
      'a:b|c?*"<>',
      'ü'.repeat(110),
    ])('accepts %j unchanged', async (name) => {
      const key = fresh(name)
      await store.put(key, Buffer.from(name), png)
      expect(await bytesOf(key)).toBe(name)
      expect(await keysUnder(key)).toEqual([key])
    })

    it('refuses a content type that is invalid in a header', async () => {
      const key = fresh('type')
      await expect(
        async () => await store.put(key, Buffer.from('x'), { contentType: 'a/b\r\nX-Evil: 1' }),
      ).rejects.toThrow(TypeError)
      expect(await store.stat(key)).toBeUndefined()
    })
  })
}

async function* chunks(...texts: string[]): AsyncIterable<Uint8Array> {
  for (const text of texts) yield Buffer.from(text)
}
