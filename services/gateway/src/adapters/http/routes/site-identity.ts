/** Settings that identify the site to readers (contract.md#site-identity). */
import { accentColorError, invalid, isAppError, mediaIdError, socialLinkProblems } from '@typecase/kernel'
import { z } from 'zod'
import type { Services } from '../../../core/ports.ts'
import { flag, ruled, string } from './schemas.ts'

const socialLinks = z
  .array(z.object({ title: string(), url: string() }), { error: 'Must be an array of title and url' })
  .check(({ value, issues }) => {
    for (const { path, message } of socialLinkProblems(value)) {
      const below = path.split('.').slice(1)
      issues.push({ code: 'custom', message, input: value, path: below })
    }
  })

/** Fields in the body of a change. */
export const siteIdentity = {
  siteLogo: ruled(mediaIdError).optional(),
  siteIcon: ruled(mediaIdError).optional(),
  siteAccentColor: ruled(accentColorError).optional(),
  socialLinks: socialLinks.optional(),
  socialCards: flag().optional(),
}

/** Fields in responses. */
export const shownSiteIdentity = {
  siteLogo: z.string().describe('Id of an image of the media library, or empty.'),
  siteIcon: z.string().describe('Favicon and app icons: id of an image of the media library, or empty.'),
  siteAccentColor: z.string().describe('#rrggbb, or empty for the color of the theme.'),
  socialLinks: z.array(z.object({ title: z.string(), url: z.string() })).describe('At most 20.'),
  socialCards: z.boolean().describe('Posts and pages without an image have a social card.'),
}

interface SiteImages {
  readonly siteLogo?: string | undefined
  readonly siteIcon?: string | undefined
}

/**
 * Requires that changed ids are ids of existing images; the content service cannot check that. Accepts
 * unchanged ids, even those of deleted files.
 * @throws VALIDATION_ERROR
 */
export async function refuseUnknownImages(
  { media }: Pick<Services, 'media'>,
  images: SiteImages,
  stored: SiteImages,
): Promise<void> {
  const problems = await Promise.all(
    (['siteLogo', 'siteIcon'] as const).map(async (path) => {
      const id = images[path]
      if (id === stored[path]) return []
      const mimeType = id ? await imageType(media, id) : undefined
      if (id && mimeType === undefined)
        return [{ path, message: `${path} is not the id of an image of the media library` }]
      if (path === 'siteIcon' && mimeType === iconType)
        return [{ path, message: 'siteIcon must not be an ICO image' }]
      return []
    }),
  )
  if (problems.flat().length > 0) throw invalid(problems.flat())
}

/** Refused as icon of the site, because other sizes cannot be rendered from ICO files. */
const iconType = 'image/x-icon'

/** The media type of an image; undefined unless the file exists and is an image. */
export const imageType = (media: Services['media'], id: string): Promise<string | undefined> =>
  media.getFile({ id }).then(
    ({ type, mimeType }) => (type === 'image' ? mimeType : undefined),
    (error: unknown) => {
      if (isAppError(error) && error.kind === 'not_found') return undefined
      throw error
    },
  )
