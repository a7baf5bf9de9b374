import { expect, it } from 'vitest'
import { previewBody } from './render.ts'

const body = (content: string) => previewBody({ title: '', subtitle: '', image: '', content })

it('shows raw-text tags as text, and keeps the content after them', () => {
  expect(body('a <title>b</title> *c*')).toContain('<p>a &lt;title>b&lt;/title> <em>c</em></p>')
  expect(body('<TEXTAREA>b\n\nc').trim()).toBe('&lt;TEXTAREA>b\n\nc')
  expect(body('<script-note>a</script-note> <b>c</b>')).toContain('<b>c</b>')
})
