/** Hosts whose iframes a page may show without `allowRawHtml`, by https alone (contract.md#raw-html). */
export const embedHosts: readonly string[] = [
  'www.youtube-nocookie.com',
  'www.youtube.com',
  'youtube.com',
  'player.vimeo.com',
]
