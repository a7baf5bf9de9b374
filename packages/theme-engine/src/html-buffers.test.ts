import { expect, it } from 'vitest'
import { htmlBuffers } from './html-buffers.ts'

const kibibyte = 1024

it('reuses returned buffers, never for two callers at once', () => {
  const buffers = htmlBuffers()
  const [first, second] = [buffers.take(300 * kibibyte), buffers.take(300 * kibibyte)]
  expect([first.length, second.length]).toEqual([300 * kibibyte, 300 * kibibyte])
  expect(first.buffer).not.toBe(second.buffer)
  // Transfers the buffer, as another thread does when it returns the buffer.
  const buffer = first.buffer as ArrayBuffer
  const returned = structuredClone(buffer, { transfer: [buffer] })
  buffers.giveBack(returned)
  const [again, third] = [buffers.take(400 * kibibyte), buffers.take(400 * kibibyte)]
  expect([again.buffer, again.length]).toEqual([returned, 400 * kibibyte])
  expect(third.buffer).not.toBe(returned)
  expect(third.buffer).not.toBe(second.buffer)
})

it('returns buffers of at least the requested length', () => {
  const buffers = htmlBuffers()
  for (const length of [1, 700 * kibibyte, 100]) buffers.giveBack(buffers.take(length).buffer as ArrayBuffer)
  for (const length of [0, 600 * kibibyte, 5 * kibibyte, 3 * 1024 * kibibyte, 2 ** 21]) {
    const bytes = buffers.take(length)
    expect([bytes.length, bytes.byteOffset, bytes.buffer.byteLength >= length]).toEqual([length, 0, true])
  }
})

it('retains at most 8 buffers, and only of sizes that it allocates', () => {
  const buffers = htmlBuffers()
  const all = Array.from({ length: 20 }, () => buffers.take(1).buffer as ArrayBuffer)
  for (const buffer of [new ArrayBuffer(10), new ArrayBuffer(2 ** 22), ...all]) buffers.giveBack(buffer)
  const originals = new Set<ArrayBufferLike>(all)
  expect(
    Array.from({ length: 20 }, () => originals.has(buffers.take(1).buffer)).filter(Boolean),
  ).toHaveLength(8)
})

it('prefers to retain larger buffers', () => {
  const buffers = htmlBuffers()
  const takeMany = (length: number) =>
    Array.from({ length: 16 }, () => buffers.take(length).buffer as ArrayBuffer)
  for (const small of takeMany(1)) buffers.giveBack(small)
  const large = takeMany(900 * kibibyte)
  for (const buffer of large) buffers.giveBack(buffer)
  expect(takeMany(900 * kibibyte).filter((buffer) => large.includes(buffer))).toHaveLength(8)
})

it('reports whether a buffer was taken with exactly a given length', () => {
  const buffers = htmlBuffers()
  const bytes = buffers.take(1_000)
  expect([999, 1_000, 1_001].map((length) => buffers.isWhole(bytes.buffer, length))).toEqual([
    false,
    true,
    false,
  ])
  expect(buffers.isWhole(new ArrayBuffer(1_000), 1_000)).toBe(false)
  expect(() => buffers.take(2 ** 60)).toThrow(RangeError)
})
