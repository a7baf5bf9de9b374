import { describe, expect, test } from 'vitest'
import { waitingLine } from './waiting-line.ts'

const busy = { kind: 'unavailable', code: 'BUSY', fields: { retryAfter: 2 } }

/** Jobs that end when they are told to. */
function fixture(limits: { jobs: number; bytes: number }) {
  const line = waitingLine(limits)
  const begun: string[] = []
  const gates = new Map<string, PromiseWithResolvers<string>>()
  const add = (name: string, bytes = 1, signal?: AbortSignal) => {
    const gate = Promise.withResolvers<string>()
    gates.set(name, gate)
    return line.inTurn(
      bytes,
      () => {
        begun.push(name)
        return gate.promise
      },
      signal,
    )
  }
  return {
    add,
    begun,
    end: (name: string) => gates.get(name)?.resolve(name),
    fail: (name: string) => gates.get(name)?.reject(new Error(name)),
  }
}

describe('the line of images', () => {
  test('does one job at a time in the order they came, also after one that failed', async () => {
    const { add, begun, end, fail } = fixture({ jobs: 9, bytes: 9 })
    const [a, b, c] = [add('a'), add('b'), add('c')]
    await Promise.resolve()
    expect(begun).toEqual(['a'])
    fail('a')
    await expect(a).rejects.toThrow('a')
    end('c')
    end('b')
    expect(await Promise.all([b, c])).toEqual(['b', 'c'])
    expect(begun).toEqual(['a', 'b', 'c'])
  })

  test('refuses at once whom there is no place for, and has one again when a job is done', async () => {
    const { add, end } = fixture({ jobs: 2, bytes: 1000 })
    const [a, b, c] = [add('a'), add('b'), add('c')]
    await expect(add('d')).rejects.toMatchObject(busy)
    end('a')
    await a
    const d = add('d')
    for (const name of ['b', 'c', 'd']) end(name)
    expect(await Promise.all([b, c, d])).toEqual(['b', 'c', 'd'])
  })

  test('lets no more bytes wait than it may, but any job that waits alone', async () => {
    const { add, end } = fixture({ jobs: 9, bytes: 10 })
    const [a, b] = [add('a', 50), add('b', 50)]
    await expect(add('c', 1)).rejects.toMatchObject(busy)
    end('a')
    await a
    const [c, d] = [add('c', 4), add('d', 6)]
    await expect(add('e', 1)).rejects.toMatchObject(busy)
    for (const name of ['b', 'c', 'd']) end(name)
    expect(await Promise.all([b, c, d])).toEqual(['b', 'c', 'd'])
  })

  test('does not begin what nobody waits for any more', async () => {
    const { add, begun, end } = fixture({ jobs: 9, bytes: 10 })
    const gone = new AbortController()
    const [a, b, c] = [add('a'), add('b', 1, gone.signal), add('c')]
    gone.abort()
    for (const name of ['a', 'b', 'c']) end(name)
    await expect(b).rejects.toThrow('aborted')
    expect(await Promise.all([a, c])).toEqual(['a', 'c'])
    expect(begun).toEqual(['a', 'c'])
  })
})
