import type { Logger } from '@typecase/runtime/log'
import { hostileMarkdown, longestBody } from '@typecase/testing/hostile-markdown'
import { afterAll, expect, test } from 'vitest'
import { markdownMarkup } from './markup.ts'

const warnings: object[] = []
const log = { warn: (facts: object) => void warnings.push(facts) } as unknown as Logger
const markup = markdownMarkup({ log })
const hasty = markdownMarkup({ log, cpuLimitMs: () => 200 })
afterAll(() => Promise.all([markup.part.stop(), hasty.part.stop()]))

const image = '![alt *text*](/images/a.png)'
const item = (body: string) => ({ type: 'post', id: 'p1', body }) as const

test('a long body has the same images as a short one', async () => {
  const figure = `${image}\n\n<figure><img src="/images/b.png" alt="b"><figcaption>C</figcaption></figure>\n\n[r]: /images/c.png\n\n![r]`
  const [short, long] = [
    await markup.images(item(figure)),
    await markup.images(item(`${figure}\n\n${'word '.repeat(2000)}`)),
  ]
  expect(long?.map(({ src, caption }) => [src, caption?.text])).toEqual(
    short?.map(({ src, caption }) => [src, caption?.text]),
  )
  expect(long?.map(({ alt }) => alt.write('<a> "*b*"'))).toEqual(
    short?.map(({ alt }) => alt.write('<a> "*b*"')),
  )
  expect(long).toHaveLength(3)
})

test('a body without an image is not parsed', async () => {
  expect(await markup.images(item('['.repeat(longestBody)))).toEqual([])
})

test('a body that nests too deeply or takes too long is logged, and blocks no other body', async () => {
  warnings.length = 0
  expect(await markup.images(item(`${'> '.repeat(101)}${image}`))).toBeUndefined()
  expect(await hasty.images(item(`${'*a_'.repeat(100_000)}\n${image}`))).toBeUndefined()
  expect(warnings).toEqual([
    { post: 'p1', why: 'it nests deeper than 100 levels' },
    { post: 'p1', why: 'no answer within 200 ms' },
  ])
  expect(await markup.images(item(image))).toHaveLength(1)
})

test('finds an image although another paragraph of the body would take too long', async () => {
  expect(await hasty.images(item(`${'*a_'.repeat(100_000)}\n\n${image}`))).toHaveLength(1)
})

test.each(hostileMarkdown)(
  '$name and an image: the body is read or abandoned within the test timeout',
  async ({ ofLength }) => {
    for (const length of [3_900, 60_000]) {
      const images = await hasty.images(item(`${ofLength(length)}\n\n<b>${image}</b>`))
      expect(images === undefined || Array.isArray(images)).toBe(true)
    }
  },
)
