/** Code that the `core` folder of every service may import. Has no dependencies. */

export {
  type Actor,
  anonymous,
  isAdmin,
  type Role,
  requireAdmin,
  requireUser,
  serviceActor,
  type UserActor,
} from './actor.ts'
export { clientNetwork } from './client-network.ts'
export {
  type ChangesSince,
  followChanges,
  followItems,
  type ItemChange,
  type ItemKey,
  itemName,
  type Projection,
  type ReportedChange,
} from './content-follower.ts'
export { embedHosts } from './embed-hosts.ts'
export {
  AppError,
  type ErrorKind,
  errorKinds,
  invalid,
  isAppError,
  type Problem,
  upstreamUnavailable,
} from './errors.ts'
export { type Exhausted, exhausted } from './exhausted.ts'
export { htmlAsText, type TextSpan, withoutTagsIn } from './html-as-text.ts'
export { nestsDeeper } from './json-depth.ts'
export { type ConcurrencyLimit, limitConcurrency } from './limit-concurrency.ts'
export { isLinkAddress } from './link-address.ts'
export { nestsTooDeep } from './markdown-nesting.ts'
export { nestingLimit } from './nesting-limit.ts'
export {
  defaultPermalinks,
  filledPermalink,
  type PermalinkPost,
  type PermalinkToken,
  pageTokens,
  permalinkError,
  postPath,
  postTokens,
} from './permalinks.ts'
export { redirectKey } from './redirect-key.ts'
export { accentColorError, mediaIdError, type SocialLink, socialLinkProblems } from './site-identity.ts'
export { languageError, textDirection, timeZoneError } from './site-locale.ts'
export { basePathOf, baseUrlError, outputDirError, siteUrlError } from './site-options.ts'
export { isSlug, numberedSlug, slugForm, slugLimit, slugOf, termSlug } from './slug.ts'
export { isEmail, isPassword, isUsername, usernameForm } from './user-fields.ts'
export { firstUuid, isUuid } from './uuid.ts'
export { type Clock, type NewId, type PageOf, systemClock } from './values.ts'
