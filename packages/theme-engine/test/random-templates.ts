/** Random templates with all syntax of themes, and random values of any type. */

export interface Random {
  /** In [0, count). */
  below(count: number): number
  of<T>(some: readonly T[]): T
  isNow(share: number): boolean
}

/** Deterministic for a seed (mulberry32). */
export function randomFrom(seed: number): Random {
  let state = seed
  const next = () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const below = (count: number) => Math.floor(next() * count)
  return { below, of: (some) => some[below(some.length)] as never, isNow: (share) => next() < share }
}

/** Includes names of helpers and of inherited properties. */
const fields = ['a', 'b', 'list', 'title', 'url', 'length', 'x', 'constructor', 'key', 'index', 'map']
/** Names that values cannot be given. */
const names = [...fields, 'toString']
const texts = ['', 'x', 'a & b', '<i>"q"</i>', 'a', '0', 'ü – 😀']

/** A random value of limited depth. */
export function randomValue(random: Random, depth = 3): unknown {
  const kind = random.below(depth > 0 ? 9 : 6)
  if (kind < 2) return random.of(texts)
  if (kind === 2) return random.of([0, 1, -2.5])
  if (kind < 5) return random.of([true, false, null])
  if (kind === 5) return random.of([[], {}, null])
  const values = Array.from({ length: 1 + random.below(3) }, () => randomValue(random, depth - 1))
  return kind === 6
    ? values
    : Object.fromEntries([...values, ...values].map((value) => [random.of(fields), value]))
}

interface Around {
  readonly random: Random
  readonly params: readonly string[]
  readonly partials: readonly string[]
  readonly depth: number
}

function path({ random, params }: Around): string {
  const more = random.isNow(0.4)
    ? `.${random.of(names)}${random.isNow(0.3) ? `.${random.of(names)}` : ''}`
    : ''
  switch (random.below(10)) {
    case 0:
      return random.of(['this', '.', `this.${random.of(names)}`, `./${random.of(names)}`])
    case 1:
      return random.of(['..', '../..', `../${random.of(names)}${more}`, `../../${random.of(names)}`])
    case 2:
      return random.of([
        '@index',
        '@key',
        '@first',
        '@last',
        '@root',
        '@../index',
        '@../key',
        '@other',
        '@root.a.b',
        '@index.a',
        '@key.length',
      ])
    case 3:
      return params.length > 0 ? random.of(params) + more : 'list'
    default:
      return random.of(names) + more
  }
}

const literal = (random: Random) =>
  random.of(['"a"', '"x & \\"y"', "'<b>'", '1', '-2.5', '0', 'true', 'false', 'null', 'undefined'])

function expression(around: Around): string {
  const { random, depth } = around
  const kind = random.below(8)
  if (kind === 0) return literal(random)
  if (kind === 1 && depth > 0) return `(${call({ ...around, depth: depth - 1 })})`
  return path(around)
}

function call(around: Around): string {
  const one = () => expression(around)
  return around.random.of([
    () => `eq ${one()} ${one()}`,
    () => `and ${one()} ${one()}`,
    () => `or ${one()} ${one()} ${one()}`,
    () => `not ${one()}`,
    () => `limit ${one()} 1`,
    () => `skip ${one()} 1`,
    () => `length ${one()}`,
    () => `join ${one()} "+"`,
    () => `concat ${one()} ${one()} ignored=1`,
    () => `default ${one()} ${one()}`,
    () => `lookup ${one()} ${one()}`,
    () => `where ${one()} "a.b" ${one()}`,
    () => `json ${one()}`,
  ])()
}

const text = (random: Random) =>
  random.of(['', ' ', '\n', 'text', '\n  ', '  \n', '<p class="a">', '`$' + '{x}\\ ', '</script>'])

function block(around: Around): string {
  const { random, params, depth } = around
  const within = (more: readonly string[] = []) =>
    body({ ...around, params: [...more, ...params], depth: depth - 1 })
  const otherwise = () =>
    random.of([
      () => '',
      () => '',
      () => `{{else}}${within()}`,
      () => `{{else if ${expression(around)}}}${within()}{{else}}${within()}`,
    ])()
  const name = random.of(['each', 'each', 'each', 'with', 'with', 'if', 'unless'])
  const given = name === 'each' ? ['x', 'at'] : ['x']
  const isNamed = (name === 'each' || name === 'with') && random.isNow(0.4)
  const tilde = random.isNow(0.1) ? '~' : ''
  const zero = name === 'if' && random.isNow(0.2) ? ` includeZero=${random.of(['true', 'false', 'a'])}` : ''
  const opening = `${name} ${expression(around)}${zero}${isNamed ? ` as |${given.join(' ')}|` : ''}`
  if (random.isNow(0.08) && !isNamed) return `{{^${name} ${expression(around)}}}${within()}{{/${name}}}`
  return `{{${tilde}#${opening}}}${within(isNamed ? given : [])}${otherwise()}{{/${name}${tilde}}}`
}

function partialCall(around: Around): string {
  const { random, partials, depth } = around
  const context = random.isNow(0.4) ? ` ${expression(around)}` : ''
  const more = random.isNow(0.4) ? ` ${random.of(fields)}=${expression(around)} b=${expression(around)}` : ''
  const name = random.of([...partials, ...(random.isNow(0.3) ? ['gone'] : [])])
  const isBlock = name === 'gone' || random.isNow(0.4)
  if (name === undefined) return ''
  const shown = body({ ...around, depth: depth - 1 })
  return isBlock ? `{{#> ${name}${context}${more}}}${shown}{{/${name}}}` : `{{> ${name}${context}${more}}}`
}

function statement(around: Around): string {
  const { random, depth } = around
  const kind = random.below(depth > 0 ? 10 : 6)
  if (kind < 2) return text(random)
  // Text before unescaped output: Handlebars would add two adjacent numbers.
  if (kind < 4)
    return random.of([
      `{{${path(around)}}}`,
      `-{{{${path(around)}}}}`,
      `-{{& ${path(around)}}}`,
      `{{"a"}}{{! said }}`,
    ])
  if (kind < 6) return random.of([`{{${call(around)}}}`, `-{{{${call(around)}}}}`])
  return kind < 9 ? block(around) : partialCall(around)
}

const body = (around: Around): string =>
  Array.from({ length: 1 + around.random.below(4) }, () => statement(around)).join('')

/** A template and three partials; each calls only later ones, so that rendering ends. */
export function randomTheme(random: Random): ReadonlyMap<string, string> {
  const partials = ['one', 'two', 'three']
  const written = (later: readonly string[]) => body({ random, params: [], partials: later, depth: 3 })
  const files = partials.map((name, at): [string, string] => {
    const given = random.isNow(0.25)
      ? random.of([
          '{{> @partial-block}}',
          '{{> @partial-block a}}',
          '{{#each list}}{{> @partial-block}}{{/each}}',
        ])
      : ''
    return [`partials/${name}.html`, written(partials.slice(at + 1)) + given]
  })
  return new Map([['templates/layout.html', written(partials)], ...files])
}
