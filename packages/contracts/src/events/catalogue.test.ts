import { describe, expect, it } from 'vitest'
import { type CloudEvent, natsSubject, parseEvent, sourceOf, UnknownEvent, wireType } from './index.ts'

const event: CloudEvent = {
  specversion: '1.0',
  id: '01890a5d-ac96-774b-bcce-b302099a8057',
  source: '/typecase/themes',
  type: 'typecase.themes.menu.changed.v1',
  subject: 'menu',
  time: '2026-01-02T03:04:05.678Z',
  datacontenttype: 'application/json',
  revision: 7,
  data: { items: 2 },
}

describe('an event', () => {
  it('is parsed by its wire type, with validated data', () => {
    expect(parseEvent(event)).toMatchObject({ type: 'themes.menu.changed', revision: 7, data: { items: 2 } })
  })

  it('has type, subject and source derived from one name', () => {
    expect(wireType('themes.menu.changed')).toBe(event.type)
    expect(natsSubject('themes.menu.changed')).toBe('typecase.themes.menu.changed')
    expect(sourceOf('themes.menu.changed')).toBe(event.source)
  })

  it('may carry fields that a later version adds', () => {
    expect(parseEvent({ ...event, data: { items: 2, later: true } }).data).toEqual({ items: 2 })
  })

  it.each([
    ['an unknown type', { ...event, type: 'typecase.themes.menu.eaten.v1' }],
    ['another version', { ...event, type: 'typecase.themes.menu.changed.v2' }],
    ['a prototype key as type', { ...event, type: 'typecase.constructor.v1' }],
    ['data that does not match the schema', { ...event, data: { items: 'two' } }],
    ['no revision', { ...event, revision: undefined }],
    ['a string instead of an object', 'hello'],
  ])('is refused: %s', (_, raw) => {
    expect(() => parseEvent(raw)).toThrow(UnknownEvent)
  })
})
