import { expect, it } from 'vitest'
import { unfinishedIn } from './s3-unfinished.ts'

const upload = (key: string) =>
  `<Upload><Key>${key}</Key><UploadId>2~x&amp;y</UploadId><Owner><ID>o</ID></Owner><Initiated>2026-01-02T03:04:05.678Z</Initiated></Upload>`
const listed = (key: string) => ({ key, uploadId: '2~x&y', begunAt: new Date('2026-01-02T03:04:05.678Z') })

it('reads keys without URL decoding', () => {
  const xml = `<ListMultipartUploadsResult>${upload('a +%20&amp;b')}${upload('雪')}</ListMultipartUploadsResult>`
  expect(unfinishedIn(xml)).toEqual([listed('a +%20&b'), listed('雪')])
  expect(unfinishedIn('<ListMultipartUploadsResult></ListMultipartUploadsResult>')).toEqual([])
})

it('rejects an upload without a start time', async () => {
  expect(() => unfinishedIn('<Upload><Key>a</Key><UploadId>1</UploadId></Upload>')).toThrow(
    'without key, id or time',
  )
})
