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

/** Undefined if the site has no icon, or if the file of the icon was deleted. */
export const iconFile = ({ site, image }: Context): MediaFile | undefined => image(site.settings.siteIcon)

export function siteIdentity(context: Context): SiteIdentity {
  const { site, addresses, resolve } = context
  const { siteLogo, siteAccentColor, socialLinks } = site.settings
  const logo = context.image(siteLogo)
  return {
    logo: logo ? { url: resolve(logo.url), width: logo.width, height: logo.height } : null,
    icon: iconFile(context) ? `${addresses.basePath}/favicon.ico` : null,
    accentColor: siteAccentColor || null,
    socialLinks,
  }
}
