/** Random templates with all syntax of themes, and random values of any type. */

export interface Random {
  /** A random integer in [0, count). */
  below(count: number): number
  pick<T>(items: readonly T[]): T
  chance(probability: number): boolean
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
  return {
    below,
    pick: (items) => items[below(items.length)] as never,
    chance: (probability) => next() < probability,
  }
}

/** Includes names of helpers and of inherited properties. */
const fields = ['a', 'b', 'list', 'title', 'url', 'length', 'x', 'constructor', 'key', 'index', 'map']
/** Includes a name that random objects never have. */
const names = [...fields, 'toString']
const texts = ['', 'x', 'a & b', '<i>"q"</i>', 'a', '0', 'ü – 😀']

/** A random value of limited depth. */
export function randomValue(random: Random, depth = 3): unknown {
  const kind = random.below(depth > 0 ? 9 : 6)
  if (kind < 2) return random.pick(texts)
  if (kind === 2) return random.pick([0, 1, -2.5])
  if (kind < 5) return random.pick([true, false, null])
  if (kind === 5) return random.pick([[], {}, null])
  const values = Array.from({ length: 1 + random.below(3) }, () => randomValue(random, depth - 1))
  return kind === 6
    ? values
    : Object.fromEntries([...values, ...values].map((value) => [random.pick(fields), value]))
}

interface Scope {
  readonly random: Random
  readonly params: readonly string[]
  readonly partials: readonly string[]
  readonly depth: number
}

function path({ random, params }: Scope): string {
  const suffix = random.chance(0.4)
    ? `.${random.pick(names)}${random.chance(0.3) ? `.${random.pick(names)}` : ''}`
    : ''
  switch (random.below(10)) {
    case 0:
      return random.pick(['this', '.', `this.${random.pick(names)}`, `./${random.pick(names)}`])
    case 1:
      return random.pick(['..', '../..', `../${random.pick(names)}${suffix}`, `../../${random.pick(names)}`])
    case 2:
      return random.pick([
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
      return params.length > 0 ? random.pick(params) + suffix : 'list'
    default:
      return random.pick(names) + suffix
  }
}

const literal = (random: Random) =>
  random.pick(['"a"', '"x & \\"y"', "'<b>'", '1', '-2.5', '0', 'true', 'false', 'null', 'undefined'])

function expression(scope: Scope): string {
  const { random, depth } = scope
  const kind = random.below(8)
  if (kind === 0) return literal(random)
  if (kind === 1 && depth > 0) return `(${call({ ...scope, depth: depth - 1 })})`
  return path(scope)
}

function call(scope: Scope): string {
  const argument = () => expression(scope)
  return scope.random.pick([
    () => `eq ${argument()} ${argument()}`,
    () => `and ${argument()} ${argument()}`,
    () => `or ${argument()} ${argument()} ${argument()}`,
    () => `not ${argument()}`,
    () => `limit ${argument()} 1`,
    () => `skip ${argument()} 1`,
    () => `length ${argument()}`,
    () => `join ${argument()} "+"`,
    () => `concat ${argument()} ${argument()} ignored=1`,
    () => `default ${argument()} ${argument()}`,
    () => `lookup ${argument()} ${argument()}`,
    () => `where ${argument()} "a.b" ${argument()}`,
    () => `json ${argument()}`,
  ])()
}

const text = (random: Random) =>
  random.pick(['', ' ', '\n', 'text', '\n  ', '  \n', '<p class="a">', '`$' + '{x}\\ ', '</script>'])

function block(scope: Scope): string {
  const { random, params, depth } = scope
  const innerBody = (extra: readonly string[] = []) =>
    body({ ...scope, params: [...extra, ...params], depth: depth - 1 })
  const elseBlock = () =>
    random.pick([
      () => '',
      () => '',
      () => `{{else}}${innerBody()}`,
      () => `{{else if ${expression(scope)}}}${innerBody()}{{else}}${innerBody()}`,
    ])()
  const name = random.pick(['each', 'each', 'each', 'with', 'with', 'if', 'unless'])
  const blockParams = name === 'each' ? ['x', 'at'] : ['x']
  const isNamed = (name === 'each' || name === 'with') && random.chance(0.4)
  const tilde = random.chance(0.1) ? '~' : ''
  const includeZero =
    name === 'if' && random.chance(0.2) ? ` includeZero=${random.pick(['true', 'false', 'a'])}` : ''
  const opening = `${name} ${expression(scope)}${includeZero}${isNamed ? ` as |${blockParams.join(' ')}|` : ''}`
  if (random.chance(0.08) && !isNamed) return `{{^${name} ${expression(scope)}}}${innerBody()}{{/${name}}}`
  return `{{${tilde}#${opening}}}${innerBody(isNamed ? blockParams : [])}${elseBlock()}{{/${name}${tilde}}}`
}

function partialCall(scope: Scope): string {
  const { random, partials, depth } = scope
  const context = random.chance(0.4) ? ` ${expression(scope)}` : ''
  const hash = random.chance(0.4) ? ` ${random.pick(fields)}=${expression(scope)} b=${expression(scope)}` : ''
  const name = random.pick([...partials, ...(random.chance(0.3) ? ['gone'] : [])])
  const isBlock = name === 'gone' || random.chance(0.4)
  if (name === undefined) return ''
  const blockBody = body({ ...scope, depth: depth - 1 })
  return isBlock
    ? `{{#> ${name}${context}${hash}}}${blockBody}{{/${name}}}`
    : `{{> ${name}${context}${hash}}}`
}

function statement(scope: Scope): string {
  const { random, depth } = scope
  const kind = random.below(depth > 0 ? 10 : 6)
  if (kind < 2) return text(random)
  // Writes text before unescaped output, because Handlebars would add two adjacent numbers instead of
  // concatenating them.
  if (kind < 4)
    return random.pick([
      `{{${path(scope)}}}`,
      `-{{{${path(scope)}}}}`,
      `-{{& ${path(scope)}}}`,
      `{{"a"}}{{! said }}`,
    ])
  if (kind < 6) return random.pick([`{{${call(scope)}}}`, `-{{{${call(scope)}}}}`])
  return kind < 9 ? block(scope) : partialCall(scope)
}

const body = (scope: Scope): string =>
  Array.from({ length: 1 + scope.random.below(4) }, () => statement(scope)).join('')

/** A template and three partials; each calls only later ones, so that rendering ends. */
export function randomTheme(random: Random): ReadonlyMap<string, string> {
  const partials = ['one', 'two', 'three']
  const written = (later: readonly string[]) => body({ random, params: [], partials: later, depth: 3 })
  const files = partials.map((name, at): [string, string] => {
    const blockCall = random.chance(0.25)
      ? random.pick([
          '{{> @partial-block}}',
          '{{> @partial-block a}}',
          '{{#each list}}{{> @partial-block}}{{/each}}',
        ])
      : ''
    return [`partials/${name}.html`, written(partials.slice(at + 1)) + blockCall]
  })
  return new Map([['templates/layout.html', written(partials)], ...files])
}
