export const robotsText = (absoluteBase: string): string =>
  `User-agent: *\nAllow: /\n\nSitemap: ${absoluteBase}/sitemap.xml\n`
