import { expect, it } from 'vitest'
import { authorSlug } from './author-slug.ts'
import { isSafePath } from './safe-path.ts'

it('the slug of an author is the unique username in lower case', () => {
  expect(['ada', 'Ada', 'ada.byron', 'ada_byron', 'ada-byron', '2ada'].map(authorSlug)).toEqual([
    'ada',
    'ada',
    'ada.byron',
    'ada_byron',
    'ada-byron',
    '2ada',
  ])
})

it('the slug of a name with dots is a folder that hosts serve', () => {
  const slugs = ['..', '...', '.ada', 'ada..'].map(authorSlug)
  expect(slugs).toEqual(['u2e-u2e-', 'u2e-u2e-u2e-', 'u2e-ada', 'ada..'])
  for (const slug of slugs) expect(isSafePath(`author/${slug}/index.html`)).toBe(true)
})

it('the slug of any other name is spelled like a term', () => {
  expect(['Ada Byron', 'Änne Ö', '日本', ''].map(authorSlug)).toEqual([
    'ada-byron',
    'anne-o',
    'u65e5-u672c',
    '',
  ])
})
