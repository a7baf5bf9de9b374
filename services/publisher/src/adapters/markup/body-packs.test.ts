import { appendFileSync, mkdtempSync, readdirSync, rmSync, statSync, truncateSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { type BodyPacks, bodyPacks } from './body-packs.ts'

function freshFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'typecase-bodies-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return join(folder, 'bodies')
}

function opened(folder: string): BodyPacks {
  const packs = bodyPacks(folder)
  onTestFinished(() => packs.close())
  return packs
}

const body = (text: string) => ({ facts: { text }, html: Buffer.from(`<p>${text} ü</p>`) })
const html = (packs: BodyPacks, key: string) => packs.html(key).toString()

it('bodies are there after a restart, and those of another process too', () => {
  const folder = freshFolder()
  const first = opened(folder)
  first.put(new Map([['a', body('a')]]))
  first.put(new Map([['b', body('b')]]))
  expect(html(first, 'b')).toBe('<p>b ü</p>')
  const second = opened(folder)
  second.put(new Map([['c', body('c')]]))
  const third = opened(folder)
  for (const key of ['a', 'b', 'c'])
    expect([html(third, key), third.facts(key)]).toEqual([`<p>${key} ü</p>`, { text: key }])
  expect([third.has('d'), third.facts('d')]).toEqual([false, undefined])
  expect(() => third.html('d')).toThrow('no body')
})

it.each([
  ['cut off', (file: string) => truncateSync(file, statSync(file).size - 3)],
  ['followed by rubbish', (file: string) => appendFileSync(file, Buffer.alloc(40, 7))],
])('a file that is %s gives what is whole', (what, damage) => {
  const folder = freshFolder()
  const packs = opened(folder)
  packs.put(new Map([['a', body('a')]]))
  packs.put(new Map([['b', body('b')]]))
  packs.close()
  damage(join(folder, readdirSync(folder)[0] ?? ''))
  const again = opened(folder)
  expect(html(again, 'a')).toBe('<p>a ü</p>')
  expect(again.has('b')).toBe(what !== 'cut off')
})

it('what nobody needs is given up once there is much of it, and what is needed stays', () => {
  const folder = freshFolder()
  const packs = opened(folder)
  const large = Buffer.alloc(30 * 1024 * 1024, 'x')
  for (const key of ['x', 'y', 'z']) packs.put(new Map([[key, { facts: {}, html: large }]]))
  packs.put(new Map([['a', body('a')]]))
  packs.keep(new Set(['a', 'x', 'y', 'z']))
  expect(packs.has('z')).toBe(true)
  packs.keep(new Set(['a']))
  expect([packs.has('z'), html(packs, 'a')]).toEqual([false, '<p>a ü</p>'])
  packs.put(new Map([['b', body('b')]]))
  const sizes = readdirSync(folder).map((name) => statSync(join(folder, name)).size)
  expect(sizes).toHaveLength(1)
  expect(sizes[0]).toBeLessThan(1_000)
  expect([html(opened(folder), 'a'), html(opened(folder), 'b')]).toEqual(['<p>a ü</p>', '<p>b ü</p>'])
})
