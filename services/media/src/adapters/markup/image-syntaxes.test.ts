import { imageSyntaxes, imageUrl } from '@typecase/testing/image-syntaxes'
import { expect, test } from 'vitest'
import { removalOf, withEdits } from '../../core/references/embedded-image.ts'
import { embeddedImages } from './embedded-images.ts'
import { writable } from './plain-image.ts'

const uses = (body: string) =>
  embeddedImages(body)
    .map(writable)
    .filter(({ src }) => src === imageUrl)

test.each(imageSyntaxes)(
  'finds all $shown images that the site shows, and removes them: $body',
  ({ body, shown }) => {
    expect(uses(body)).toHaveLength(shown)
    const removed = withEdits(
      body,
      removalOf(uses(body), () => true),
    )
    expect(uses(removed)).toEqual([])
  },
)
