import { imageSyntaxes, imageUrl } from '@typecase/testing/image-syntaxes'
import { expect, test } from 'vitest'
import { renderBody } from './render-body.ts'
import { between } from './stored-body.ts'

/** URLs of the images in the safe HTML. */
function imagesOf(markdown: string): readonly (string | undefined)[] {
  const body = renderBody(markdown, false)
  if ('error' in body) throw new Error(body.error)
  const pieces = Buffer.from(body.html).toString().split(between)
  return body.facts.urls.filter((_, at) => /<img\b[^<>]*src="$/.test(pieces[at] ?? ''))
}

test.each(imageSyntaxes)('an image is shown $shown times: $body', ({ body, shown }) => {
  expect(imagesOf(body).filter((url) => url?.trim() === imageUrl)).toHaveLength(shown)
})
