/** Hosts whose iframes a page may show without `allowRawHtml`, by https alone (D12.11). */
export const embedHosts: readonly string[] = ['www.youtube-nocookie.com', 'www.youtube.com', 'youtube.com', 'player.vimeo.com']
