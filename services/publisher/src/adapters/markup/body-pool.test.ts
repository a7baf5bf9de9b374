import { expect, it, onTestFinished } from 'vitest'
import { bodyPool } from './body-pool.ts'
import { markedMarkup } from './markup.ts'

const endless = '*a_'.repeat(200_000)
const safe = { allowRawHtml: false }

it('authors do not wait for the bodies of a site', async () => {
  const pool = bodyPool(1)
  onTestFinished(() => pool.stop())
  const answered: string[] = []
  const site = pool
    .ask({ ...safe, sources: [endless] }, 4_000, 'site')
    .catch(({ reason }) => void answered.push(`site: ${reason}`))
  const author = pool
    .ask({ ...safe, sources: ['*a*'] }, 20_000, 'author')
    .then(([body]) => void answered.push(`author: ${body && 'html' in body}`))
  await Promise.all([site, author])
  expect(answered).toEqual(['author: true', 'site: time'])
})

it('bodies of a site are shared among its processes, in the order of the calls', async () => {
  const pool = bodyPool()
  onTestFinished(() => pool.stop())
  const asked = Array.from({ length: 5 }, (_, n) =>
    pool.ask({ ...safe, sources: [`${n}`, '*b*'] }, 20_000, 'site'),
  )
  const html = (await Promise.all(asked)).map((bodies) =>
    bodies.map((body) => 'html' in body && Buffer.from(body.html).toString()),
  )
  expect(html).toEqual(asked.map((_, n) => [`<p>${n}</p>\n`, '<p><em>b</em></p>\n']))
})

it('the processes start before a site without stored bodies is built', async () => {
  const pool = bodyPool(1)
  let begun = 0
  const count = () => {
    begun += 1
  }
  const markup = markedMarkup({ pool: { ...pool, begin: count } })
  onTestFinished(() => markup.part.stop())
  markup.warmUp()
  expect(begun).toBe(1)
  await markup.render([{ textDigest: 'a', markdown: '*a*' }], safe)
  markup.warmUp()
  expect(begun).toBe(1)
})
