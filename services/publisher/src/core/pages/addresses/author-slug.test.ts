import { expect, it } from 'vitest'
import { authorSlug } from './author-slug.ts'
import { isSafePath } from './safe-path.ts'

it('the slug of an author is the username in lower case', () => {
  expect(['ada', 'Ada', 'ada.byron', 'ada_byron', 'ada-byron', '2ada'].map(authorSlug)).toEqual([
    'ada',
    'ada',
    'ada.byron',
    'ada_byron',
    'ada-byron',
    '2ada',
  ])
})

it('the slug of an author encodes leading dots, which hosts would hide or reject', () => {
  const slugs = ['..', '...', '.ada', 'ada..'].map(authorSlug)
  expect(slugs).toEqual(['u2e-u2e-', 'u2e-u2e-u2e-', 'u2e-ada', 'ada..'])
  for (const slug of slugs) expect(isSafePath(`author/${slug}/index.html`)).toBe(true)
})

it('the slug of an author is built like that of a term if the name is not a username', () => {
  expect(['Ada Byron', 'Änne Ö', '日本', ''].map(authorSlug)).toEqual([
    'ada-byron',
    'anne-o',
    'u65e5-u672c',
    '',
  ])
})
