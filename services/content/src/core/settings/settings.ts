/**
 * Settings of the site, except the active theme, which the themes service stores
 * (contract.md#setting-values). Pure.
 */
import {
  type Actor,
  AppError,
  accentColorError,
  baseUrlError,
  defaultPermalinks,
  invalid,
  isAdmin,
  languageError,
  mediaIdError,
  outputDirError,
  type Problem,
  pageTokens,
  permalinkError,
  postTokens,
  type SocialLink,
  siteUrlError,
  socialLinkProblems,
  timeZoneError,
} from '@typecase/kernel'
import { textError } from '../text.ts'

export interface Settings {
  readonly siteTitle: string
  readonly siteDescription: string
  readonly postsPerPage: number
  readonly footerCode: string
  readonly siteUrl: string
  readonly staticOutputDir: string
  readonly staticBaseUrl: string
  readonly staticCleanUrls: boolean
  readonly staticAutoPublish: boolean
  readonly allowRawHtml: boolean
  /** Maximum posts in the feed. */
  readonly rssEntryLimit: number
  /** BCP 47. */
  readonly siteLanguage: string
  /** IANA. */
  readonly siteTimezone: string
  /** Patterns of URL paths, such as `/{year}/{slug}/`. */
  readonly permalinkPost: string
  readonly permalinkPage: string
  /** True if each redirect of the site is also an HTML page. */
  readonly redirectPages: boolean
  /** Media file ids; empty for none. The media service checks that they exist. */
  readonly siteLogo: string
  readonly siteIcon: string
  /** `#rrggbb`; empty for the color of the theme. */
  readonly siteAccentColor: string
  readonly socialLinks: readonly SocialLink[]
  /** True if posts and pages without an image have a social card. */
  readonly socialCards: boolean
}

type Value = Settings[keyof Settings]

export type SettingsChange = { readonly [K in keyof Settings]?: Settings[K] | undefined }

/** Revision 0 until the first change; rises by one with every event. */
export interface SavedSettings {
  readonly values: Settings
  readonly revision: number
}

export const defaultSettings: Settings = {
  siteTitle: 'My Site',
  siteDescription: '',
  postsPerPage: 10,
  footerCode: '',
  siteUrl: '',
  staticOutputDir: '_site',
  staticBaseUrl: '',
  staticCleanUrls: true,
  staticAutoPublish: true,
  allowRawHtml: false,
  rssEntryLimit: 1000,
  siteLanguage: 'en',
  siteTimezone: 'UTC',
  ...defaultPermalinks,
  redirectPages: false,
  siteLogo: '',
  siteIcon: '',
  siteAccentColor: '',
  socialLinks: [],
  socialCards: false,
}

/**
 * Returns all settings after the change, and the names of those that changed. Absent settings stay.
 * @throws FORBIDDEN for a setting that only administrators may change, or VALIDATION_ERROR with all errors
 */
export function changeSettings(
  before: Settings,
  change: SettingsChange,
  actor: Actor,
): { settings: Settings; changed: (keyof Settings)[] } {
  const sent = Object.fromEntries(
    names.filter((name) => change[name] !== undefined).map((name) => [name, change[name]]),
  ) as Partial<Settings>
  const settings = { ...before, ...sent }
  const changed = names.filter((name) => !isSame(settings[name], before[name]))
  if (!isAdmin(actor) && changed.some((name) => adminOnly.has(name)))
    throw new AppError('forbidden', 'FORBIDDEN', 'Only administrators can change this setting')
  const problems = names.flatMap((name) => (sent[name] === undefined ? [] : problemsOf(name, sent[name])))
  if (problems.length > 0) throw invalid(problems)
  return { settings, changed }
}

const names = Object.keys(defaultSettings) as (keyof Settings)[]
const adminOnly: ReadonlySet<keyof Settings> = new Set([
  'staticOutputDir',
  'allowRawHtml',
  'permalinkPost',
  'permalinkPage',
])

/** Compares values; lists are equal if their entries are. */
const isSame = (one: Value, other: Value): boolean =>
  one === other || (typeof one === 'object' && JSON.stringify(one) === JSON.stringify(other))

function problemsOf(name: keyof Settings, value: Value): Problem[] {
  if (typeof value === 'object') return socialLinkProblems(value)
  const message = (typeof value === 'string' ? textError(value) : undefined) ?? rules[name]?.(value)
  return message ? [{ path: name, message: `${name} ${message}` }] : []
}

type Rule = (value: Value) => string | undefined

const rules: { readonly [K in keyof Settings]?: Rule } = {
  postsPerPage: (value) => wholeNumberError(value, 100),
  rssEntryLimit: (value) => wholeNumberError(value, 1000),
  siteUrl: (value) => siteUrlError(String(value)),
  staticBaseUrl: (value) => baseUrlError(String(value)),
  staticOutputDir: (value) => outputDirError(String(value)),
  siteLanguage: (value) => languageError(String(value)),
  siteTimezone: (value) => timeZoneError(String(value)),
  permalinkPost: (value) => permalinkError(String(value), postTokens),
  permalinkPage: (value) => permalinkError(String(value), pageTokens),
  siteLogo: (value) => mediaIdError(String(value)),
  siteIcon: (value) => mediaIdError(String(value)),
  siteAccentColor: (value) => accentColorError(String(value)),
}

function wholeNumberError(value: Value, most: number): string | undefined {
  const isAllowed = Number.isInteger(value) && Number(value) >= 1 && Number(value) <= most
  return isAllowed ? undefined : `must be a whole number from 1 to ${most}`
}
