import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { languages, type MessageKey, messages, translate } from './i18n.ts'

const keys = Object.keys(messages) as MessageKey[]
const valuesIn = (text: string) =>
  [...new Set([...text.matchAll(/\{(\w+)/g)].map(([, name = '']) => name))].toSorted()

describe('the strings of the interface', () => {
  it('have a text in every language, with the same placeholders', () => {
    for (const key of keys) {
      expect(messages[key], key).toHaveLength(languages.length)
      const [first = '', ...others] = messages[key]
      expect(first.trim(), key).not.toBe('')
      for (const other of others) expect(valuesIn(other), key).toEqual(valuesIn(first))
    }
  })

  it('are all used', () => {
    const cwd = fileURLToPath(new URL('..', import.meta.url))
    const sources = globSync('**/*.{ts,tsx}', { cwd, exclude: ['i18n/messages/**', '**/*.test.ts'] })
    const text = sources.map((file) => readFileSync(`${cwd}/${file}`, 'utf8')).join('\n')
    const patterns = [...text.matchAll(/`(\w+(?:\.\w+)*\.\$\{[^}]+\}\w*)`/g)].map(
      ([, pattern = '']) => new RegExp(`^${pattern.replace(/\$\{[^}]+\}/, '-?\\w+')}$`),
    )
    const unused = keys.filter(
      (key) => !text.includes(`'${key}'`) && !patterns.some((pattern) => pattern.test(key)),
    )
    expect(unused).toEqual([])
  })

  it('insert values, and select singular or plural by a number', () => {
    expect(translate('en', 'posts.count', { n: 1 })).toBe('1 post')
    expect(translate('en', 'posts.count', { n: 1200 })).toBe('1,200 posts')
    expect(translate('de', 'posts.count', { n: 1200 })).toBe('1.200 Beiträge')
    expect(translate('de', 'editor.deleteAsk', { title: '{n}' })).toBe('„{n}“ löschen?')
  })
})
