import { expect, it } from 'vitest'
import { htmlBuffers } from './html-buffers.ts'

const kibibyte = 1024

it('memory that was given back is used again, never by two at a time', () => {
  const buffers = htmlBuffers()
  const [one, other] = [buffers.take(300 * kibibyte), buffers.take(300 * kibibyte)]
  expect([one.length, other.length]).toEqual([300 * kibibyte, 300 * kibibyte])
  expect(one.buffer).not.toBe(other.buffer)
  // As it comes back from another thread.
  const gone = one.buffer as ArrayBuffer
  const back = structuredClone(gone, { transfer: [gone] })
  buffers.giveBack(back)
  const [again, third] = [buffers.take(400 * kibibyte), buffers.take(400 * kibibyte)]
  expect([again.buffer, again.length]).toEqual([back, 400 * kibibyte])
  expect(third.buffer).not.toBe(back)
  expect(third.buffer).not.toBe(other.buffer)
})

it('what is asked for fits, whatever was given back', () => {
  const buffers = htmlBuffers()
  for (const length of [1, 700 * kibibyte, 100]) buffers.giveBack(buffers.take(length).buffer as ArrayBuffer)
  for (const length of [0, 600 * kibibyte, 5 * kibibyte, 3 * 1024 * kibibyte, 2 ** 21]) {
    const bytes = buffers.take(length)
    expect([bytes.length, bytes.byteOffset, bytes.buffer.byteLength >= length]).toEqual([length, 0, true])
  }
})

it('keeps no more than a few, and nothing of another size', () => {
  const buffers = htmlBuffers()
  const all = Array.from({ length: 20 }, () => buffers.take(1).buffer as ArrayBuffer)
  for (const buffer of [new ArrayBuffer(10), new ArrayBuffer(2 ** 22), ...all]) buffers.giveBack(buffer)
  const known = new Set<ArrayBufferLike>(all)
  expect(Array.from({ length: 20 }, () => known.has(buffers.take(1).buffer)).filter(Boolean)).toHaveLength(8)
})

it('keeps those that fit for more, whatever came before', () => {
  const buffers = htmlBuffers()
  const several = (length: number) =>
    Array.from({ length: 16 }, () => buffers.take(length).buffer as ArrayBuffer)
  for (const small of several(1)) buffers.giveBack(small)
  const large = several(900 * kibibyte)
  for (const buffer of large) buffers.giveBack(buffer)
  expect(several(900 * kibibyte).filter((buffer) => large.includes(buffer))).toHaveLength(8)
})

it('tells whether parts are all of what was taken', () => {
  const buffers = htmlBuffers()
  const bytes = buffers.take(1_000)
  expect([999, 1_000, 1_001].map((length) => buffers.isAll(bytes.buffer, length))).toEqual([
    false,
    true,
    false,
  ])
  expect(buffers.isAll(new ArrayBuffer(1_000), 1_000)).toBe(false)
  expect(() => buffers.take(2 ** 60)).toThrow(RangeError)
})
