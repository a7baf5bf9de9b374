/**
 * Generates bodies from a route's schema and corrupts them: as values, or as text if JSON.stringify cannot
 * express the corruption.
 */
import type { Random } from './random.ts'

export interface JsonSchema {
  readonly type?: string
  readonly enum?: readonly unknown[]
  readonly const?: unknown
  readonly anyOf?: readonly JsonSchema[]
  readonly properties?: Readonly<Record<string, JsonSchema>>
  readonly required?: readonly string[]
  readonly items?: JsonSchema
}

const long = 'x'.repeat(70_000)
export const oddTexts = [
  '',
  ' ',
  '\0',
  'a\0b',
  '\ud800',
  'x\udfff',
  '\u202e\u2066',
  '\ufeff',
  '🅰'.repeat(300),
  'a\u0301'.repeat(200),
  '\r\nSet-Cookie: a=b',
  '../../etc/passwd',
  '..\\..\\x',
  "'; drop table posts; --",
  '%s%n%x',
  '{{constructor.constructor}}',
  '<script>1</script>',
  '![](',
  '[['.repeat(2000),
  '> '.repeat(2000),
  '*'.repeat(5000),
  '__proto__',
  'constructor',
  'javascript:1',
  '//evil.test',
  'http://[::1',
  '2026-02-30T25:61:00Z',
  '00000000-0000-0000-0000-000000000000',
  long,
] as const

const oddValues = [
  null,
  true,
  false,
  0,
  -1,
  1.5,
  -0,
  1e308,
  2 ** 53,
  -(2 ** 63),
  1e21,
  [],
  {},
  [[]],
  [null],
  [{}],
  { length: -1 },
  { toString: 1 },
] as const

export const oddValue = (random: Random): unknown =>
  random.chance(50) ? random.pick(oddTexts) : random.pick(oddValues)

/** A value that matches the schema, except for formats and patterns. */
export function sample(schema: JsonSchema, random: Random): unknown {
  if (schema.const !== undefined) return schema.const
  if (schema.enum) return random.pick(schema.enum)
  if (schema.anyOf) return sample(random.pick(schema.anyOf), random)
  switch (schema.type) {
    case 'object': {
      const required = new Set(schema.required ?? [])
      const entries = Object.entries(schema.properties ?? {}).filter(
        ([name]) => required.has(name) || random.chance(50),
      )
      return Object.fromEntries(entries.map(([name, child]) => [name, sample(child, random)]))
    }
    case 'array':
      return Array.from({ length: random.below(4) }, () => sample(schema.items ?? {}, random))
    case 'integer':
    case 'number':
      return random.below(100)
    case 'boolean':
      return random.chance(50)
    case 'null':
      return null
    default:
      return random.pick([
        'fuzz',
        'a-slug',
        'Some words',
        `n-${random.below(1_000_000)}`,
        'user@example.test',
        '/path',
        'https://example.test/',
      ])
  }
}

/** Returns the value with one part replaced, removed or added. */
export function corrupt(value: unknown, random: Random): unknown {
  if (typeof value !== 'object' || value === null || random.chance(10)) return oddValue(random)
  if (Array.isArray(value)) {
    if (value.length === 0 || random.chance(20)) return [...value, oddValue(random)]
    const at = random.below(value.length)
    return value.map((item, index) => (index === at ? corrupt(item, random) : item))
  }
  const entries = Object.entries(value)
  if (entries.length === 0 || random.chance(20))
    return { ...value, [random.pick(oddTexts).slice(0, 300)]: oddValue(random) }
  const at = random.below(entries.length)
  if (random.chance(20)) return Object.fromEntries(entries.filter((_, index) => index !== at))
  return Object.fromEntries(
    entries.map(([name, child], index) => [name, index === at ? corrupt(child, random) : child]),
  )
}

const nested = (depth: number, open: string, close: string) => open.repeat(depth) + close.repeat(depth)

/** JSON text, valid or malformed. */
export function jsonBytes(schema: JsonSchema, random: Random): Buffer {
  const valid = sample(schema, random)
  if (random.chance(65)) {
    let value = valid
    for (let n = random.below(3); n >= 0; n--) value = corrupt(value, random)
    return Buffer.from(JSON.stringify(value) ?? 'null')
  }
  const text = JSON.stringify(valid) ?? 'null'
  return random.pick([
    () => Buffer.from(text),
    () => Buffer.from(text.slice(0, random.below(text.length))),
    () =>
      Buffer.concat([
        Buffer.from(text.slice(0, -1)),
        Buffer.from([0xff, 0xfe, 0xc0, 0x80]),
        Buffer.from('}'),
      ]),
    () => Buffer.from(`\ufeff${text}`),
    () => Buffer.from(text, 'utf16le'),
    () => Buffer.from(nested(random.pick([33, 500, 50_000]), '[', ']')),
    () => Buffer.from(nested(5000, '{"a":', '').concat('1', '}'.repeat(5000))),
    () => Buffer.from(text.replace('{', '{"metadata":{},"metadata":null,')),
    () => Buffer.from(text.replace('{', '{"__proto__":{"polluted":"yes","role":"admin"},')),
    () => Buffer.from(text.replace('{', '{"constructor":{"prototype":{"polluted":"yes"}},')),
    () => Buffer.from(text.replace(/"[^"]*"/, '"\\ud800"')),
    () => Buffer.from(text.replace(/:[^,}]*/, ':1e999')),
    () => Buffer.from(`[${'0,'.repeat(100_000)}0]`),
    () =>
      Buffer.from(
        text.replace(
          '{',
          `{"${'n'.repeat(random.pick([1000, 1001, 100_000]))}":[${'0,'.repeat(random.pick([10, 5000]))}0],`,
        ),
      ),
    () =>
      Buffer.from(
        text.replace('{', `{"${'n'.repeat(random.pick([200, 900]))}":[${'"\\u0000",'.repeat(99)}0],`),
      ),
    () =>
      Buffer.from(
        text.replace(
          /:[^,}]*/,
          `:${random.pick(['1', '0.', '-1', '1e'])}${'7'.repeat(random.pick([90, 99, 100, 50_000]))}`,
        ),
      ),
    () => Buffer.from(`${text}${text}`),
    () =>
      Buffer.from(
        random.pick(['', 'null', '"', '""', 'undefined', 'NaN', '{', '[', '\0', '{"a":\u2028}', "{'a':1}"]),
      ),
  ])()
}
