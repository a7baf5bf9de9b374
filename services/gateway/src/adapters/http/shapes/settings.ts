import type { Settings } from '@typecase/contracts/messages'
import { defaultPermalinks } from '@typecase/kernel'
import { z } from 'zod'
import { shownSiteIdentity } from '../routes/site-identity.ts'

export const settings = z.object({
  siteTitle: z.string(),
  siteDescription: z.string(),
  postsPerPage: z.int(),
  activeTheme: z.string(),
  footerCode: z.string(),
  siteUrl: z.string(),
  staticOutputDir: z.string(),
  staticBaseUrl: z.string(),
  staticCleanUrls: z.boolean(),
  staticAutoPublish: z.boolean(),
  allowRawHtml: z.boolean(),
  rssEntryLimit: z.int().describe('Number of newest posts in rss.xml.'),
  siteLanguage: z.string().describe('Language of the site, BCP 47: en, de-AT, ar.'),
  siteTimezone: z.string().describe('Time zone of the dates on the site, IANA: UTC, Europe/Berlin.'),
  permalinkPost: z.string().describe('Address of posts; tokens slug, category, year, month, day, id.'),
  permalinkPage: z.string().describe('Address of normal pages; tokens slug, id.'),
  redirectPages: z.boolean().describe('Each redirect of the site is also an HTML page.'),
  ...shownSiteIdentity,
})
export type PublicSettings = z.infer<typeof settings>

/**
 * Combines the settings of the content service with the active theme of the themes service
 * (contract.md#setting-values).
 */
export const toSettings = (stored: Settings, activeTheme: string): PublicSettings => ({
  siteTitle: stored.siteTitle,
  siteDescription: stored.siteDescription,
  postsPerPage: stored.postsPerPage,
  activeTheme,
  footerCode: stored.footerCode,
  siteUrl: stored.siteUrl,
  staticOutputDir: stored.staticOutputDir,
  staticBaseUrl: stored.staticBaseUrl,
  staticCleanUrls: stored.staticCleanUrls,
  staticAutoPublish: stored.staticAutoPublish,
  allowRawHtml: stored.allowRawHtml,
  rssEntryLimit: stored.rssEntryLimit,
  // Older versions of the content service do not return these settings.
  siteLanguage: stored.siteLanguage || 'en',
  siteTimezone: stored.siteTimezone || 'UTC',
  permalinkPost: stored.permalinkPost || defaultPermalinks.permalinkPost,
  permalinkPage: stored.permalinkPage || defaultPermalinks.permalinkPage,
  redirectPages: stored.redirectPages,
  siteLogo: stored.siteLogo,
  siteIcon: stored.siteIcon,
  siteAccentColor: stored.siteAccentColor,
  socialLinks: stored.socialLinks.map(({ title, url }) => ({ title, url })),
  socialCards: stored.socialCards,
})
