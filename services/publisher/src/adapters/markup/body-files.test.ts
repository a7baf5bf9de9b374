import { mkdtempSync, readdirSync, rmSync, truncateSync, utimesSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { bodyFiles } from './body-files.ts'

function freshFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'typecase-bodies-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return join(folder, 'bodies')
}

const body = (text: string) => ({ facts: { text }, html: Buffer.from(`<p>${text}\nü</p>`) })
const filesIn = (folder: string) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))

it('stored bodies are read by later and by concurrent processes', () => {
  const folder = freshFolder()
  const [first, second] = [bodyFiles(folder), bodyFiles(folder)]
  expect([first.isEmpty(), first.read('1safe aa1')]).toEqual([true, undefined])
  first.write(new Map([['1safe aa1', body('a')]]))
  second.write(new Map([['1raw aa1', body('b')]]))
  for (const files of [first, second, bodyFiles(folder)]) {
    expect(files.isEmpty()).toBe(false)
    expect(files.read('1safe aa1')).toEqual(body('a'))
    expect(files.read('1raw aa1')).toEqual(body('b'))
  }
})

it('a reader reads the files that existed when it was first used', () => {
  const folder = freshFolder()
  const files = bodyFiles(folder)
  const early = files.reader()
  expect(early('1safe aa1')).toBeUndefined()
  files.write(new Map([['1safe aa1', body('a')]]))
  expect([early('1safe aa1'), files.reader()('1safe aa1'), files.reader()('1safe aa2')]).toEqual([
    undefined,
    body('a'),
    undefined,
  ])
})

it('a damaged file is ignored', () => {
  const folder = freshFolder()
  const files = bodyFiles(folder)
  files.write(new Map([['1safe aa1', body('a')]]))
  for (const file of filesIn(folder)) truncateSync(file, 20)
  expect(files.read('1safe aa1')).toBeUndefined()
  files.write(new Map([['1safe aa1', body('a')]]))
  expect(files.read('1safe aa1')).toEqual(body('a'))
})

it('bodies that are not listed are deleted after a day', () => {
  const folder = freshFolder()
  const files = bodyFiles(folder)
  files.write(new Map(['aa1', 'aa2', 'bb3'].map((digest) => [`1safe ${digest}`, body(digest)])))
  files.prune(new Set(['1safe aa1']))
  expect(filesIn(folder)).toHaveLength(3)
  for (const file of filesIn(folder)) utimesSync(file, 0, 0)
  files.prune(new Set(['1safe aa1']))
  expect([files.read('1safe aa1'), files.read('1safe aa2')]).toEqual([body('aa1'), undefined])
  expect(filesIn(folder)).toHaveLength(1)
})
