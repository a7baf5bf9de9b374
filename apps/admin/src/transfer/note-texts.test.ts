import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { noteCodes } from './note-texts.ts'

/** Codes that equal the status of a WordPress item. */
const statuses = ['private', 'pending', 'future']

it('every note of the importers and the export has a text, and no other text exists', () => {
  const cwd = fileURLToPath(new URL('../../../../packages/transfer/src', import.meta.url))
  const codes = globSync('**/*.ts', { cwd }).flatMap((file) =>
    [...readFileSync(`${cwd}/${file}`, 'utf8').matchAll(/(?:warn|lose)\(\s*'([a-z0-9-]+)'/g)].map(
      ([, code = '']) => code,
    ),
  )
  expect(codes.length).toBeGreaterThan(20)
  expect([...noteCodes].sort()).toEqual([...new Set([...codes, ...statuses])].sort())
})
