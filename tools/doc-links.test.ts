/**
 * Checks that relative links in Markdown point to existing files and headings, and that every page of the
 * manual has an example.
 */
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { expect, it } from 'vitest'
import { sourceFiles } from './source-files.ts'
import { root } from './steps.ts'

const pages = sourceFiles(/\.md$/).filter((file) => !/^(apps|packages|services)\/.*\/test\//.test(file))
const read = (file: string): string => readFileSync(join(root, file), 'utf8')
const withoutCode = (text: string): string => text.replace(/^ *```.*?^ *```/gms, '').replace(/`[^`\n]*`/g, '')

/** Ids of a file's headings, as GitHub derives them. */
function anchors(file: string): Set<string> {
  const counts = new Map<string, number>()
  const headings = read(file)
    .replace(/^ *```.*?^ *```/gms, '')
    .matchAll(/^#+ +(.*)$/gm)
  return new Set(
    [...headings].map(([, heading = '']) => {
      const id = heading
        .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
        .toLowerCase()
        .replace(/[^\p{L}\p{N}\s_-]/gu, '')
        .trim()
        .replaceAll(' ', '-')
      const count = counts.get(id) ?? 0
      counts.set(id, count + 1)
      return count === 0 ? id : `${id}-${count}`
    }),
  )
}

function brokenLinks(file: string): string[] {
  const links = [...withoutCode(read(file)).matchAll(/\]\(([^)\s]+)\)/g)].map(([, link = '']) => link)
  return links
    .filter((link) => !/^(https?|mailto):/.test(link))
    .filter((link) => {
      const [path = '', anchor] = link.split('#')
      const target = path === '' ? file : relative(root, join(root, dirname(file), path))
      if (!existsSync(join(root, target))) return true
      return anchor !== undefined && target.endsWith('.md') && !anchors(target).has(anchor)
    })
    .map((link) => `${file}: ${link}`)
}

it('relative links in Markdown resolve', () => {
  expect(pages.length).toBeGreaterThan(40)
  expect(pages.flatMap(brokenLinks)).toEqual([])
})

it('the index lists every page of the manual', () => {
  const index = read('docs/README.md')
  const manual = pages.filter((file) => /^docs\/[a-z-]+\.md$/.test(file))
  expect(manual.length).toBeGreaterThan(20)
  expect(manual.filter((file) => !index.includes(`](${file.slice('docs/'.length)})`))).toEqual([])
})

it('every page of the manual has an example', () => {
  const manual = pages.filter((file) => /^docs\/[a-z-]+\.md$/.test(file))
  expect(manual.filter((file) => !/^ *```/m.test(read(file)))).toEqual([])
})
