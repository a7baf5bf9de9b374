/** Favicon, touch icon, app icons and web manifest of a site with an icon (contract.md#site-identity). */
import { textDirection } from '@typecase/kernel'
import type { MediaFile } from '../site/site.ts'
import type { Context } from './models/context.ts'
import { iconFile } from './models/site-identity.ts'
import type { Digest, PlannedCopy, PlannedText } from './planned.ts'

/** Increment when the code renders the same image to different bytes. */
const formatVersion = 1

/** Pixels of each side. */
export const iconSizes = {
  'favicon.ico': 32,
  'apple-touch-icon.png': 180,
  'icon-192.png': 192,
  'icon-512.png': 512,
} as const

const manifestPath = 'site.webmanifest'

export const iconPaths: readonly string[] = [...Object.keys(iconSizes), manifestPath]

/** Empty if the site has no icon. */
export function siteIcons(context: Context, digest: Digest): readonly (PlannedCopy | PlannedText)[] {
  const file = iconFile(context)
  if (!file) return []
  const text = manifestText(context)
  return [
    ...Object.entries(iconSizes).map(([path, size]) => icon(file, path, size, digest)),
    { type: 'text', path: manifestPath, digest: digest(text), text },
  ]
}

const icon = (
  { folder, filename, digest: content }: MediaFile,
  path: string,
  size: number,
  digest: Digest,
): PlannedCopy => ({
  type: 'copy',
  path,
  digest: digest(JSON.stringify([formatVersion, path, size, content])),
  source: {
    from: 'icon',
    image: { from: 'media', folder, filename, digest: content },
    size,
    isIco: path.endsWith('.ico'),
  },
})

function manifestText({ site: { settings }, addresses: { basePath } }: Context): string {
  const icons = (['icon-192.png', 'icon-512.png'] as const).map((path) => ({
    src: `${basePath}/${path}`,
    sizes: `${iconSizes[path]}x${iconSizes[path]}`,
    type: 'image/png',
  }))
  const manifest = {
    name: settings.siteTitle,
    short_name: settings.siteTitle,
    ...(settings.siteDescription ? { description: settings.siteDescription } : {}),
    lang: settings.siteLanguage,
    dir: textDirection(settings.siteLanguage),
    start_url: `${basePath}/`,
    scope: `${basePath}/`,
    display: 'browser',
    ...(settings.siteAccentColor ? { theme_color: settings.siteAccentColor } : {}),
    background_color: '#ffffff',
    icons,
  }
  return `${JSON.stringify(manifest, null, 2)}\n`
}
