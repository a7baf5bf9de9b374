import { expect, it } from 'vitest'
import { linkCheck } from './link-check.ts'

it('looks at a large site in many steps, and comes to the same as in one', () => {
  const size = 5_000
  const lines = Array.from({ length: size }, (_, n) => `/post-${n}/`)
  const pages = new Map(lines.map((_, n) => [`post-${n}/index.html`, { digest: 'd', lines: [n, (n + 1) % size], own: '' }]))
  const files = new Map([...pages.keys()].map((path) => [path, 'd']))
  files.delete('post-7/index.html')
  const steps = linkCheck({ lines, targets: { basePath: '', list: [] }, pages }, files, '')
  let count = 0
  for (let step = steps.next(); ; step = steps.next()) {
    if (step.done) {
      expect(step.value).toEqual({ pages: size - 1, total: 1, listed: [{ page: 'post-6/index.html', link: '/post-7/' }] })
      break
    }
    count += 1
  }
  expect(count).toBeGreaterThanOrEqual(12)
})
