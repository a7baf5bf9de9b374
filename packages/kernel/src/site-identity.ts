/** Rules of the settings by which readers recognize a site (contract.md#site-identity). */
import type { Problem } from './errors.ts'
import { isLinkAddress } from './link-address.ts'

export interface SocialLink {
  readonly title: string
  readonly url: string
}

const most = { id: 100, links: 20, title: 100 }

/** The error, to append to the name of the setting: `must …`. Undefined if valid. */
export const mediaIdError = (id: string): string | undefined =>
  id.length <= most.id && /^[\w-]*$/.test(id) ? undefined : 'must be the id of a media file or empty'

/** The error, to append to the name of the setting: `must …`. Undefined if valid. */
export const accentColorError = (color: string): string | undefined =>
  /^(?:#[0-9a-f]{6})?$/i.test(color) ? undefined : 'must be a color like #a8341b or empty'

export function socialLinkProblems(links: readonly SocialLink[]): Problem[] {
  if (links.length > most.links)
    return [{ path: 'socialLinks', message: `socialLinks must have at most ${most.links} entries` }]
  return links.flatMap(({ title, url }, index) => [
    ...(isLine(title)
      ? []
      : [{ path: `socialLinks.${index}.title`, message: 'A link needs a title of at most 100 characters' }]),
    ...(isLinkAddress(url)
      ? []
      : [{ path: `socialLinks.${index}.url`, message: 'A link must be an http(s) or mailto address' }]),
  ])
}

const isLine = (text: string): boolean =>
  text.trim() !== '' && Array.from(text).length <= most.title && /^[^\p{Cc}\p{Cs}]*$/u.test(text)
