import { describe, expect, it } from 'vitest'
import { patched, patchOf } from './model-patch.ts'

/** Deterministic for a seed. */
function seeded(seed: number): (below: number) => number {
  let state = seed >>> 0
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}

const names = ['a', 'b', '__proto__', 'constructor', '0', 'ü']

function randomValue(random: (below: number) => number, depth: number): unknown {
  const kind = random(depth > 0 ? 8 : 5)
  if (kind < 5) return [null, true, random(3), 'text', ''][kind]
  const many = Array.from({ length: random(4) }, () => randomValue(random, depth - 1))
  return kind === 5 ? many : Object.fromEntries(many.map((value) => [names[random(names.length)], value]))
}

/** A randomly changed copy. */
function randomlyChanged(value: unknown, random: (below: number) => number): unknown {
  if (random(6) === 0) return randomValue(random, 2)
  if (Array.isArray(value))
    return value
      .map((each) => randomlyChanged(each, random))
      .slice(0, value.length - (random(5) === 0 ? 1 : 0))
  if (typeof value !== 'object' || value === null) return value
  const fields = Object.entries(value).map(([name, each]) => [name, randomlyChanged(each, random)] as const)
  const more = random(3) === 0 ? [['more', randomValue(random, 1)] as const] : []
  const all = random(4) === 0 ? [...more, ...fields.toReversed()] : [...fields, ...more]
  return Object.fromEntries(all.filter(() => random(8) !== 0))
}

describe('a patch of a model', () => {
  it('turns the original value into the result, in the same field order', () => {
    const random = seeded(7)
    let wholeCount = 0
    for (let n = 0; n < 20_000; n++) {
      const original = randomValue(random, 4)
      const before = JSON.stringify(original)
      const result = JSON.parse(JSON.stringify(randomlyChanged(original, random) ?? null)) as unknown
      const patch = patchOf(original, result)
      const stored = patch && (JSON.parse(JSON.stringify(patch)) as typeof patch)
      expect(JSON.stringify(stored ? patched(original, stored) : original)).toBe(JSON.stringify(result))
      expect(JSON.stringify(original)).toBe(before)
      if (patch && 'whole' in patch) wholeCount += 1
    }
    expect(wholeCount).toBeLessThan(15_000)
  })

  it('keeps unchanged parts as the same objects', () => {
    const tags = [{ name: 'A' }]
    const original = {
      title: 'One',
      post: { tags, title: 'One', subtitle: undefined },
      posts: [{ tags }, { tags }],
    }
    const result = {
      ...structuredClone(original),
      weather: 'sunny',
      posts: [{ tags: [{ name: 'A' }], mood: 'glad' }, { tags: [{ name: 'A' }] }],
    }
    const patch = patchOf(original, JSON.parse(JSON.stringify(result)))
    expect(JSON.stringify(patch)).not.toContain('name')
    const patchedModel = patch && (patched(original, patch) as typeof result)
    expect(patchedModel).toEqual({ ...result, post: { tags, title: 'One' } })
    expect(patchedModel?.posts[0]?.tags).toBe(tags)
    expect(patchedModel?.post).toBe(original.post)
    expect(patchOf(original, JSON.parse(JSON.stringify(original)))).toBeUndefined()
  })
})
