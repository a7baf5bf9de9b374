/** Hosts whose iframes a page may show without `allowRawHtml`, over https only (contract.md#raw-html). */
export const embedHosts: readonly string[] = [
  'www.youtube-nocookie.com',
  'www.youtube.com',
  'youtube.com',
  'player.vimeo.com',
]
