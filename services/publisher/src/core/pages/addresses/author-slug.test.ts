import { expect, it } from 'vitest'
import { authorSlug } from './author-slug.ts'
import { isSafePath } from './safe-path.ts'

it('is the username in lower case, which no other user has', () => {
  expect(['ada', 'Ada', 'ada.byron', 'ada_byron', 'ada-byron', '2ada'].map(authorSlug)).toEqual([
    'ada',
    'ada',
    'ada.byron',
    'ada_byron',
    'ada-byron',
    '2ada',
  ])
})

it('of dots is no folder that hosts hide or refuse', () => {
  const slugs = ['..', '...', '.ada', 'ada..'].map(authorSlug)
  expect(slugs).toEqual(['u2e-u2e-', 'u2e-u2e-u2e-', 'u2e-ada', 'ada..'])
  for (const slug of slugs) expect(isSafePath(`author/${slug}/index.html`)).toBe(true)
})

it('of a name that is no username is spelled like a term', () => {
  expect(['Ada Byron', 'Änne Ö', '日本', ''].map(authorSlug)).toEqual([
    'ada-byron',
    'anne-o',
    'u65e5-u672c',
    '',
  ])
})
