/** Logo, icon, color and links of a site (contract.md#site-identity). */
import type { MediaFile } from '../../site/site.ts'
import type { Context } from './context.ts'

export interface SiteIdentity {
  readonly logo: SiteLogo | null
  /** URL of the favicon. */
  readonly icon: string | null
  /** `#rrggbb`. */
  readonly accentColor: string | null
  readonly socialLinks: readonly { readonly title: string; readonly url: string }[]
}

export interface SiteLogo {
  readonly url: string
  readonly width: number | null
  readonly height: number | null
}

type Files = Pick<Context['site'], 'media' | 'settings'>

/** Undefined for none, and for a deleted file. */
export const iconFile = ({ media, settings }: Files): MediaFile | undefined =>
  imageWithId(media, settings.siteIcon)

export function siteIdentity({ site, addresses, resolve }: Context): SiteIdentity {
  const { siteLogo, siteAccentColor, socialLinks } = site.settings
  const logo = imageWithId(site.media, siteLogo)
  return {
    logo: logo ? { url: resolve(logo.url), width: logo.width, height: logo.height } : null,
    icon: iconFile(site) ? `${addresses.basePath}/favicon.ico` : null,
    accentColor: siteAccentColor || null,
    socialLinks,
  }
}

const imageWithId = (media: readonly MediaFile[], id: string): MediaFile | undefined =>
  id === '' ? undefined : media.find((file) => file.id === id && file.folder === 'images')
