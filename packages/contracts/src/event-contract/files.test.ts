import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { breakingChanges } from './compatible.ts'
import type { JsonObject } from './describe.ts'
import { findErrors, release, writeFiles } from './files.ts'

const folder = mkdtempSync(join(tmpdir(), 'typecase-events-'))
afterEach(() => rmSync(folder, { recursive: true, force: true }))

describe('the files that describe the events', () => {
  it('are reported when outdated or unknown, or when released.json is missing', () => {
    writeFiles(folder)
    expect(findErrors(folder)).toEqual([expect.stringContaining('released.json is missing')])
    release(folder)
    expect(findErrors(folder)).toEqual([])
    writeFileSync(join(folder, 'themes.menu.changed.v1.schema.json'), '{}')
    writeFileSync(join(folder, 'themes.menu.eaten.v1.schema.json'), '{}')
    expect(findErrors(folder)).toEqual([
      'proto/events/themes.menu.changed.v1.schema.json is not up to date',
      'proto/events/themes.menu.eaten.v1.schema.json describes no event',
    ])
    writeFiles(folder)
    expect(findErrors(folder)).toEqual([])
  })

  it('are reported when a released event was removed or has lost a field', () => {
    writeFiles(folder)
    release(folder)
    const file = join(folder, 'released.json')
    const released = JSON.parse(readFileSync(file, 'utf8')) as Record<string, JsonObject>
    released['themes.menu.eaten.v1'] = {}
    const menu = released['themes.menu.changed.v1'] as { properties: { data: { properties: JsonObject } } }
    menu.properties.data.properties.colour = { type: 'string' }
    writeFileSync(file, JSON.stringify(released))
    expect(findErrors(folder)).toEqual([
      'themes.menu.changed.v1: data.colour is gone',
      'themes.menu.eaten.v1 is gone',
    ])
  })
})

describe('breakingChanges', () => {
  const before: JsonObject = {
    type: 'object',
    properties: {
      kind: { type: 'string', enum: ['a', 'b'] },
      count: { type: 'integer', minimum: 0, maximum: 9 },
      at: { type: 'string', format: 'uuid' },
    },
    required: ['kind'],
  }
  const changed = (name: string, schema: JsonObject): JsonObject => ({
    ...before,
    properties: { ...(before.properties as JsonObject), [name]: schema },
  })

  it.each<[string, JsonObject]>([
    ['an unchanged schema', before],
    ['a new member', changed('more', { type: 'string' })],
    ['a member that becomes required', { ...before, required: ['kind', 'count'] }],
    ['fewer values', changed('kind', { type: 'string', enum: ['a'] })],
    ['a constant', changed('kind', { type: 'string', const: 'b' })],
    ['narrower bounds', changed('count', { type: 'integer', minimum: 1, maximum: 5 })],
  ])('reports nothing for %s', (_, after) => {
    expect(breakingChanges(before, after)).toEqual([])
  })

  it.each<[string, JsonObject, string]>([
    [
      'a removed member',
      { ...before, properties: { kind: { type: 'string', enum: ['a', 'b'] } } },
      'count is gone',
    ],
    ['a member that becomes optional', { ...before, required: [] }, 'kind was required'],
    ['another type', changed('count', { type: 'string' }), 'count may now be of type string'],
    ['a new value', changed('kind', { type: 'string', enum: ['a', 'b', 'c'] }), 'kind may now be "c"'],
    ['any value', changed('kind', { type: 'string' }), 'kind may now be "anything"'],
    [
      'wider bounds',
      changed('count', { type: 'integer', minimum: -1, maximum: 9 }),
      'count: minimum was 0 and is -1',
    ],
    ['no bound', changed('count', { type: 'integer', minimum: 0 }), 'count: maximum was 9 and is none'],
    ['another format', changed('at', { type: 'string' }), 'at: format was uuid and is none'],
  ])('reports %s', (_, after, error) => {
    expect(breakingChanges(before, after).join('; ')).toContain(error)
  })
})
