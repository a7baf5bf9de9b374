import { expect, it } from 'vitest'
import { readTranslations, translator } from './translations.ts'

const read = (files: Record<string, unknown>) =>
  readTranslations(new Map(Object.entries(files).map(([path, value]) => [path, JSON.stringify(value)])))

const german = {
  'translations/en.json': {
    hello: 'Hello {0}',
    posts: { one: '{0} post', other: '{0} posts' },
    only: 'Only',
  },
  'translations/de.json': { hello: 'Hallo {0}', posts: { one: '{0} Beitrag', other: '{0} Beiträge' } },
  'translations/de-AT.json': { hello: 'Servus {0}' },
  'templates/post.html': '',
}
const translate = translator(read(german), String)

it.each([
  ['de-AT', 'hello', ['Ann'], 'Servus Ann'],
  ['DE-at', 'hello', ['Ann'], 'Servus Ann'],
  ['de-AT', 'posts', [1], '1 Beitrag'],
  ['de', 'posts', [2], '2 Beiträge'],
  ['fr', 'posts', [1200], '1200 posts'],
  ['de', 'only', [], 'Only'],
  ['de', 'missing', [], 'missing'],
  ['en', 'hello', [], 'Hello {0}'],
  ['en', 'toString', [], 'toString'],
])('in %s, key %s with values %j is %s', (language, key, values, text) => {
  expect(translate(language, key, values)).toBe(text)
})

it('chooses among all plural forms of a language', () => {
  const forms = { one: 'قراءة', two: 'قراءتان', few: '{0} قراءات', other: '{0} قراءة' }
  const arabic = translator(read({ 'translations/ar.json': { reads: forms } }), String)
  const digits = (n: number) => new Intl.NumberFormat('ar', { useGrouping: false }).format(n)
  expect([1, 2, 5, 100].map((n) => arabic('ar', 'reads', [n]))).toEqual([
    'قراءة',
    'قراءتان',
    `${digits(5)} قراءات`,
    `${digits(100)} قراءة`,
  ])
})

it('reports invalid translation files', () => {
  const sources = new Map([
    ['translations/de.json', '{'],
    ['translations/fr.json', '[]'],
    ['translations/es.json', '{"a": 1}'],
    ['translations/it.json', '{"a": {"one": "x"}}'],
    ['translations/en.json', '{"a": "b"}'],
  ])
  expect(readTranslations(sources).errors.map(({ template, message }) => `${template}: ${message}`)).toEqual([
    expect.stringMatching(/^translations\/de\.json: this is no JSON: /),
    'translations/fr.json: translations are a JSON object of keys and texts',
    'translations/es.json: the text of a is neither a string nor an object of plural forms with "other"',
    'translations/it.json: the text of a is neither a string nor an object of plural forms with "other"',
  ])
})
