/** Fields for search engines and social networks (contract.md#search-and-social-fields). */
import { z } from 'zod'
import { clearable } from './schemas.ts'

const limited = (most: number, description: string) =>
  z
    .string({ error: 'Must be a string' })
    .max(most, `Must have at most ${most} characters`)
    .nullish()
    .describe(description)

/** Input fields; the content service validates the URL. `image` is the schema of a featured image. */
export const searchFields = <S extends z.ZodType>(image: () => S) => ({
  seoTitle: limited(300, 'Title in the head of the page, in place of `title`'),
  metaDescription: limited(1000, 'Description for search engines, in place of the excerpt'),
  canonicalUrl: clearable().describe('Absolute http(s) URL of the preferred address of this text'),
  noindex: z
    .boolean({ error: 'Must be a boolean' })
    .nullish()
    .describe('Asks search engines to leave the page out; it is not in the sitemap either'),
  socialImage: image().describe('Image for links to the page, in place of `featuredImage`'),
})

/** Response fields. Fields without a value are absent. */
export const shownSearchFields = <S extends z.ZodType>(image: S) => ({
  seoTitle: z.string().optional(),
  metaDescription: z.string().optional(),
  canonicalUrl: z.string().optional(),
  noindex: z.boolean().optional(),
  socialImage: image.optional(),
})
