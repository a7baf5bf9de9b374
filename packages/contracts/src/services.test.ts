import { describe, expect, it } from 'vitest'
import { loadMessage } from './proto.ts'
import { defineService } from './service-def.ts'
import * as services from './services.ts'
import { fromTimestamp, toTimestamp } from './time.ts'

describe('the services', () => {
  it.each(Object.entries(services))('%s matches its proto file', (_, def) => {
    expect(Object.keys(def.definition()).length).toBeGreaterThan(0)
  })

  it('refuse a definition that does not list a streaming method', () => {
    const wrong = defineService<Record<never, never>>()('typecase.media.v1.FileService', {})
    expect(() => wrong.definition()).toThrow('UploadFile is client-stream in the proto, declared unary')
  })
})

describe('a message', () => {
  const update = loadMessage('typecase.content.v1.UpdatePostRequest')

  it('distinguishes an absent field from an empty one', () => {
    expect(update.deserialize(update.serialize({ id: 'a' }))).toEqual({ id: 'a', metadataJson: '' })
    expect(update.deserialize(update.serialize({ id: 'a', content: '' }))).toEqual({
      id: 'a',
      metadataJson: '',
      content: '',
    })
  })

  it('keeps the milliseconds of timestamps, including those before 1970', () => {
    for (const iso of ['2026-11-21T04:05:06.789Z', '1969-12-31T23:59:59.001Z']) {
      const { seconds, nanos } = toTimestamp(new Date(iso))
      expect(fromTimestamp({ seconds: Number(seconds), nanos: nanos ?? 0 }).toISOString()).toBe(iso)
    }
  })
})
