import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { breaks } from './compatible.ts'
import type { JsonObject } from './describe.ts'
import { findFaults, release, writeFiles } from './files.ts'

const folder = mkdtempSync(join(tmpdir(), 'typecase-events-'))
afterEach(() => rmSync(folder, { recursive: true, force: true }))

describe('the files that describe the events', () => {
  it('are found stale, foreign or without the schemas that readers rely on', () => {
    writeFiles(folder)
    expect(findFaults(folder)).toEqual([expect.stringContaining('released.json is missing')])
    release(folder)
    expect(findFaults(folder)).toEqual([])
    writeFileSync(join(folder, 'themes.menu.changed.v1.schema.json'), '{}')
    writeFileSync(join(folder, 'themes.menu.eaten.v1.schema.json'), '{}')
    expect(findFaults(folder)).toEqual([
      'proto/events/themes.menu.changed.v1.schema.json is not up to date',
      'proto/events/themes.menu.eaten.v1.schema.json describes no event',
    ])
    writeFiles(folder)
    expect(findFaults(folder)).toEqual([])
  })

  it('are refused when a released event is gone or another', () => {
    writeFiles(folder)
    release(folder)
    const file = join(folder, 'released.json')
    const released = JSON.parse(readFileSync(file, 'utf8')) as Record<string, JsonObject>
    released['themes.menu.eaten.v1'] = {}
    const menu = released['themes.menu.changed.v1'] as { properties: { data: { properties: JsonObject } } }
    menu.properties.data.properties.colour = { type: 'string' }
    writeFileSync(file, JSON.stringify(released))
    expect(findFaults(folder)).toEqual([
      'themes.menu.changed.v1: data.colour is gone',
      'themes.menu.eaten.v1 is gone',
    ])
  })
})

describe('a change of a schema', () => {
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
    ['nothing', before],
    ['one more member', changed('more', { type: 'string' })],
    ['a member that is always there now', { ...before, required: ['kind', 'count'] }],
    ['fewer values', changed('kind', { type: 'string', enum: ['a'] })],
    ['one value', changed('kind', { type: 'string', const: 'b' })],
    ['narrower bounds', changed('count', { type: 'integer', minimum: 1, maximum: 5 })],
  ])('breaks nobody by %s', (_, after) => {
    expect(breaks(before, after)).toEqual([])
  })

  it.each<[string, JsonObject, string]>([
    [
      'a member that is gone',
      { ...before, properties: { kind: { type: 'string', enum: ['a', 'b'] } } },
      'count is gone',
    ],
    ['a member that may be missing', { ...before, required: [] }, 'kind was always there'],
    ['another type', changed('count', { type: 'string' }), 'count may be of type string'],
    ['one more value', changed('kind', { type: 'string', enum: ['a', 'b', 'c'] }), 'kind may be "c"'],
    ['any value', changed('kind', { type: 'string' }), 'kind may be "anything"'],
    [
      'wider bounds',
      changed('count', { type: 'integer', minimum: -1, maximum: 9 }),
      'count: minimum was 0 and is -1',
    ],
    ['no bound', changed('count', { type: 'integer', minimum: 0 }), 'count: maximum was 9 and is none'],
    ['another format', changed('at', { type: 'string' }), 'at: format was uuid and is none'],
  ])('breaks readers by %s', (_, after, fault) => {
    expect(breaks(before, after).join('; ')).toContain(fault)
  })
})
