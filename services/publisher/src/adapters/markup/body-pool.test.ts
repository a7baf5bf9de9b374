import { expect, it, onTestFinished } from 'vitest'
import { bodyPool } from './body-pool.ts'
import { markedMarkup } from './markup.ts'

const endless = '*a_'.repeat(200_000)
const safe = { allowRawHtml: false }

it('calls for authors do not wait for the bodies of a site', async () => {
  const pool = bodyPool(1)
  onTestFinished(() => pool.stop())
  const results: string[] = []
  const site = pool
    .ask({ ...safe, sources: [endless] }, 4_000, 'site')
    .catch(({ reason }) => void results.push(`site: ${reason}`))
  const author = pool
    .ask({ ...safe, sources: ['*a*'] }, 20_000, 'author')
    .then(([body]) => void results.push(`author: ${body && 'html' in body}`))
  await Promise.all([site, author])
  expect(results).toEqual(['author: true', 'site: time'])
})

it('bodies of a site are distributed to all processes, with results in call order', async () => {
  const pool = bodyPool()
  onTestFinished(() => pool.stop())
  const calls = Array.from({ length: 5 }, (_, n) =>
    pool.ask({ ...safe, sources: [`${n}`, '*b*'] }, 20_000, 'site'),
  )
  const html = (await Promise.all(calls)).map((bodies) =>
    bodies.map((body) => 'html' in body && Buffer.from(body.html).toString()),
  )
  expect(html).toEqual(calls.map((_, n) => [`<p>${n}</p>\n`, '<p><em>b</em></p>\n']))
})

it('warmUp() starts the processes of the site only if no bodies are cached', async () => {
  const pool = bodyPool(1)
  const starts: string[] = []
  const begin = (of: string) => void starts.push(of)
  const endIdle = () => void starts.push('end')
  const markup = markedMarkup({ pool: { ...pool, begin, endIdle } })
  onTestFinished(() => markup.part.stop())
  markup.warmUp('site')
  expect(starts).toEqual(['site'])
  await markup.render([{ textDigest: 'a', markdown: '*a*' }], safe)
  markup.warmUp('site')
  markup.warmUp('author')
  markup.endIdle()
  expect(starts).toEqual(['site', 'author', 'end'])
})
