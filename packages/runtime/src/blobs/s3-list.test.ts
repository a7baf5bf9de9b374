import { expect, it } from 'vitest'
import { entriesIn } from './s3-list.ts'

const page = (key: string, encoding = '<EncodingType>url</EncodingType>') =>
  `<ListBucketResult><Name>b</Name>${encoding}<Contents><Key>${key}</Key>${changed}<Size>5</Size></Contents></ListBucketResult>`

const changed = '<LastModified>2026-01-02T03:04:05.678Z</LastModified>'
const modifiedAt = new Date(Date.UTC(2026, 0, 2, 3, 4, 5, 678))

it.each([
  ['0042', '0042'],
  ['a+b%2Bc%20d', 'a b+c d'],
  ['it&apos;s &amp; more', "it's & more"],
  ['%E9%9B%AA', '雪'],
  ['a&#38;b&#x26;c', 'a&b&c'],
])('reads the encoded key %s as %s', (written, key) => {
  expect(entriesIn(page(written))).toEqual([{ key, size: 5, modifiedAt }])
})

it('does not decode keys of a server that does not encode them', () => {
  expect(entriesIn(page('100%&amp;+', ''))).toEqual([{ key: '100%&+', size: 5, modifiedAt }])
})

it('reads an empty page', () => {
  expect(entriesIn('<ListBucketResult><Name>b</Name></ListBucketResult>')).toEqual([])
})
