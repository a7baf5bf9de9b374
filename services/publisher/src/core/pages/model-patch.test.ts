import { describe, expect, it } from 'vitest'
import { patched, patchOf } from './model-patch.ts'

/** Random numbers from a seed. */
function seeded(seed: number): (below: number) => number {
  let state = seed >>> 0
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}

const names = ['a', 'b', '__proto__', 'constructor', '0', 'ü']

function anything(random: (below: number) => number, depth: number): unknown {
  const kind = random(depth > 0 ? 8 : 5)
  if (kind < 5) return [null, true, random(3), 'text', ''][kind]
  const many = Array.from({ length: random(4) }, () => anything(random, depth - 1))
  return kind === 5 ? many : Object.fromEntries(many.map((value) => [names[random(names.length)], value]))
}

/** Changes a small part of the value. */
function altered(value: unknown, random: (below: number) => number): unknown {
  if (random(6) === 0) return anything(random, 2)
  if (Array.isArray(value))
    return value.map((each) => altered(each, random)).slice(0, value.length - (random(5) === 0 ? 1 : 0))
  if (typeof value !== 'object' || value === null) return value
  const fields = Object.entries(value).map(([name, each]) => [name, altered(each, random)] as const)
  const more = random(3) === 0 ? [['more', anything(random, 1)] as const] : []
  const all = random(4) === 0 ? [...more, ...fields.toReversed()] : [...fields, ...more]
  return Object.fromEntries(all.filter(() => random(8) !== 0))
}

describe('a patch of a model', () => {
  it('turns the given value into the result, with the order of its fields', () => {
    const random = seeded(7)
    let whole = 0
    for (let n = 0; n < 20_000; n++) {
      const given = anything(random, 4)
      const before = JSON.stringify(given)
      const answer = JSON.parse(JSON.stringify(altered(given, random) ?? null)) as unknown
      const patch = patchOf(given, answer)
      const stored = patch && (JSON.parse(JSON.stringify(patch)) as typeof patch)
      expect(JSON.stringify(stored ? patched(given, stored) : given)).toBe(JSON.stringify(answer))
      expect(JSON.stringify(given)).toBe(before)
      if (patch && 'whole' in patch) whole += 1
    }
    expect(whole).toBeLessThan(15_000)
  })

  it('keeps unchanged parts as the same objects', () => {
    const tags = [{ name: 'A' }]
    const given = {
      title: 'One',
      post: { tags, title: 'One', subtitle: undefined },
      posts: [{ tags }, { tags }],
    }
    const answer = {
      ...structuredClone(given),
      weather: 'sunny',
      posts: [{ tags: [{ name: 'A' }], mood: 'glad' }, { tags: [{ name: 'A' }] }],
    }
    const patch = patchOf(given, JSON.parse(JSON.stringify(answer)))
    expect(JSON.stringify(patch)).not.toContain('name')
    const made = patch && (patched(given, patch) as typeof answer)
    expect(made).toEqual({ ...answer, post: { tags, title: 'One' } })
    expect(made?.posts[0]?.tags).toBe(tags)
    expect(made?.post).toBe(given.post)
    expect(patchOf(given, JSON.parse(JSON.stringify(given)))).toBeUndefined()
  })
})
