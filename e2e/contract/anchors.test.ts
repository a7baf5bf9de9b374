/** Checks that each rule of docs/contract.md has a test here and vice versa, and that cited anchors exist. */
import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

const here = new URL('.', import.meta.url)
const contract = readFileSync(new URL('../../docs/contract.md', here), 'utf8')

/** Anchors, as GitHub writes them, of `###` headings, and of `##` headings that contain no `###` heading. */
function anchorsOfRules(): string[] {
  const sections = contract.split(/^## /m).slice(1)
  const rules = sections.flatMap((section) => {
    const [title = '', ...lines] = section.split('\n')
    const headings = lines.flatMap((line) => (line.startsWith('### ') ? [line.slice(4)] : []))
    return headings.length > 0 ? headings : [title]
  })
  return rules.map(anchorOf)
}

const anchorOf = (heading: string) =>
  heading
    .trim()
    .toLowerCase()
    .replaceAll(/[^\w -]/g, '')
    .replaceAll(' ', '-')

it('each rule of the contract has tests, and each test belongs to a rule', () => {
  const files = readdirSync(here).filter((name) => name.endsWith('.ts'))
  const tested = files.flatMap((name) =>
    [...readFileSync(new URL(name, here), 'utf8').matchAll(/^describe\('([^']+)'/gm)].map(
      (match) => match[1],
    ),
  )
  // The table of limits repeats values whose rules are tested elsewhere.
  const expected = anchorsOfRules().filter((anchor) => anchor !== 'limits')
  expect([...tested].sort()).toEqual([...expected].sort())
})

it('each anchor that the code cites exists', () => {
  const files = execFileSync('git', ['grep', '-hoE', 'contract\\.md#[a-z0-9-]+'], {
    cwd: new URL('../..', here),
    encoding: 'utf8',
  })
  const sections = contract
    .split('\n')
    .flatMap((line) => (/^##/.test(line) ? [anchorOf(line.replace(/^#+ /, ''))] : []))
  const cited = new Set(
    files
      .trim()
      .split('\n')
      .map((citation) => citation.split('#')[1]),
  )
  expect([...cited].filter((anchor) => !sections.includes(anchor ?? ''))).toEqual([])
})
