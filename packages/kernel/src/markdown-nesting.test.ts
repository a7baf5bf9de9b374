import { describe, expect, it } from 'vitest'
import { nestingLimit, nestsTooDeep } from './index.ts'

const deeper = nestingLimit + 1
const stairs = (step: string, end: string, depth: number) =>
  Array.from({ length: depth }, (_, level) => step.repeat(level) + end).join('\n')

describe.each<[name: string, nested: (depth: number) => string]>([
  ['quotes', (depth) => `${'> '.repeat(depth)}a`],
  ['quotes without spaces', (depth) => `${'>'.repeat(depth)}a`],
  ['lists on one line', (depth) => `${'- '.repeat(depth)}a`],
  ['numbered lists', (depth) => `${'10) '.repeat(depth)}a`],
  ['lists with tabs', (depth) => `${'-\t'.repeat(depth)}a`],
  ['lists that indent line by line', (depth) => stairs('  ', '- a', depth)],
  ['separate lists that indent', (depth) => stairs('   ', '1. a\n', depth)],
  ['lists in a quote', (depth) => `> ${'* '.repeat(depth - 1)}a`],
  ['quotes that deepen line by line', (depth) => stairs('> ', '> a', depth)],
  ['brackets', (depth) => `${'['.repeat(depth)}a${']'.repeat(depth)}`],
  ['links in links across lines', (depth) => `${'[a\n'.repeat(depth)}${'](u)\n'.repeat(depth)}`],
  ['images', (depth) => `${'!['.repeat(depth)}a${'](u)'.repeat(depth)}`],
  [
    'emphasis',
    (depth) => `${'*a _a '.repeat(depth / 2)}${depth % 2 ? '*a b* ' : ''}${'a_ a* '.repeat(depth / 2)}`,
  ],
  ['a pair of long runs of asterisks', (depth) => `${'*'.repeat(depth * 2)}a${'*'.repeat(depth * 2)}`],
])('%s', (_name, nested) => {
  it(`may nest ${nestingLimit} levels at most`, () => {
    expect([nestsTooDeep(nested(nestingLimit)), nestsTooDeep(nested(deeper))]).toEqual([false, true])
    expect(nestsTooDeep(`Words\r\n\r\n${nested(deeper).replaceAll('\n', '\r\n')}\r\n\r\nwords`)).toBe(true)
  })
})

it.each([
  ['rules', `${'- '.repeat(500)}\n\n> ${'* '.repeat(500)}\n\n${'-'.repeat(500)}\n\n${'*'.repeat(500)}`],
  [
    'fenced code',
    `\`\`\`\n${'>'.repeat(500)}\n${'['.repeat(500)}${']'.repeat(500)}\n\`\`\`\n\n- ~~~\n  ${'- '.repeat(500)}a\n  ~~~\n`,
  ],
  ['indented code', `    ${'>'.repeat(500)}\n\n    ${'['.repeat(500)}${']'.repeat(500)}`],
  ['brackets that never close', `${'[0, 1) '.repeat(500)}]`],
  ['consecutive links', '[a](b) '.repeat(500)],
  ['consecutive emphasis', '*a* _b_ **c** '.repeat(500)],
  ['asterisks between words', '2 * 3 * a*b '.repeat(500)],
  ['names with underscores', 'some_name_of_a_thing '.repeat(500)],
  ['escaped marks', `${'\\['.repeat(500)}${'\\]'.repeat(500)}`],
  ['separate paragraphs', `${'[a\n\n'.repeat(500)}${'a]\n\n'.repeat(500)}`],
  ['a long list', '- a\n- b\n\n1. c\n'.repeat(500)],
  ['consecutive quotes', '> a\n\n> b\n'.repeat(500)],
])('%s do not nest', (_name, markdown) => {
  expect(nestsTooDeep(markdown)).toBe(false)
})
