/** Names for the types of API responses, derived from the OpenAPI document. */
import type { operations } from '@typecase/client'

type Operation = keyof operations
type Json<T> = T extends { content: { 'application/json': infer Body } } ? Body : never
type Answer<O extends Operation> = operations[O]['responses'] extends { 200: infer Ok } ? Json<Ok> : never
/** Makes a type read-only and removes the index signature of objects that allow further fields. */
type Known<T> = T extends readonly (infer Each)[]
  ? readonly Known<Each>[]
  : T extends object
    ? { readonly [K in keyof T as string extends K ? (unknown extends T[K] ? never : K) : K]: Known<T[K]> }
    : T
type Data<O extends Operation> = Answer<O> extends { data: infer Value } ? Known<Value> : never
type Row<O extends Operation> = Data<O> extends readonly (infer Each)[] ? Each : never
type Sent<O extends Operation> = operations[O] extends { requestBody: infer Body } ? Json<Body> : never

export interface ListOf<T> {
  readonly data: readonly T[]
  readonly total: number
}

type Post = Data<'getPostsId'>
type Page = Data<'getPagesId'>
export type Kind = operations['postBulkContentType']['parameters']['path']['contentType']
export type Status = Post['status']
export type FeaturedImage = NonNullable<Post['featuredImage']>
/** A post or a page. Fields that only posts or only pages have are optional. */
export type Item = Pick<Post, keyof Post & keyof Page> &
  Partial<Omit<Post, keyof Page>> &
  Partial<Omit<Page, keyof Post>>
export type Frontmatter = Omit<Item, 'content' | 'relatedPostsData'>
/** An item of a list. Has only the fields that the request names (`listFields`). */
export interface ListItem {
  readonly frontmatter: Frontmatter
}

export type Term = Row<'getTags'>
/** The data of a user that all users may see. */
export type UserName = Row<'getProfiles'>
export type TermList = 'categories' | 'tags' | 'authors'

export type Revision = Row<'getPostsIdRevisions'>
export type FullRevision = Omit<Data<'getPostsIdRevisionsRevision'>, 'metadata'> & {
  readonly metadata: Omit<Frontmatter, 'id' | 'createdAt' | 'updatedAt'>
}
export type Comparison = Data<'getPostsIdRevisionsRevisionCompare'>
export type LinePart = Comparison['content'][number]

export type MediaFile = Row<'getMedia'>
export type Reference = Known<Answer<'getMediaIdReferences'>>['references'][number]

export type SetupState = Data<'getSetup'>
export type Settings = Data<'getSettings'>
export type SettingsChange = Sent<'putSettings'>

/** A login returns fewer fields than the user API. */
export type User = Known<Answer<'postAuthLogin'>>['data']['user'] & Partial<Data<'getUsersMe'>>
export type Role = User['role']
/** The data of a user that readers of the site see. */
export type ProfileChange = Pick<Sent<'putUsersId'>, 'displayName' | 'bio' | 'avatar' | 'links'>
export type Profile = Known<ProfileChange>
export type ProfileLink = NonNullable<Profile['links']>[number]

type InstalledTheme = Row<'getThemes'>
/** Fields of `theme.json` that the API returns. */
interface OwnThemeFields {
  readonly colors?: readonly string[]
  readonly tags?: readonly string[]
}
export type ThemeInfo = InstalledTheme['info'] & OwnThemeFields
export type Theme = Omit<InstalledTheme, 'info'> & { readonly info: ThemeInfo }
/** A theme of the marketplace. The marketplace defines the optional fields. */
export type MarketplaceTheme = Pick<Row<'getThemesMarketplace'>, 'marketplaceName' | 'title' | 'version'> & {
  readonly description?: string
  readonly author?: string
  readonly tags?: readonly string[]
  readonly screenshot?: string
  readonly lastUpdated?: string
}
export type ThemeUpdate = Row<'getThemesMarketplaceCheckUpdates'>

export type MenuItem = Row<'getMenu'>

export type Redirect = Row<'getRedirects'>
export type ImportedRedirects = Omit<Known<Answer<'postRedirectsImport'>>, 'success'>
export type PermalinkCheck = Omit<Known<Answer<'postRedirectsCheck'>>, 'success'>

export type SiteStatus = Pick<
  Known<Answer<'getStaticStatus'>>,
  'lastGenerated' | 'current' | 'last' | 'linkCheck'
>
export type Generation = NonNullable<SiteStatus['current']>
export type GenerationError = Generation['errors'][number]
/** A broken link and the pages that contain it. */
export type LinkOnPages = Row<'getStaticLinks'>
/** One entry of the publish history: a generation and the changes it included. */
export type Receipt = Row<'getStaticReceipts'>
/** A saved change that may affect the site. */
export type SiteChange = Receipt['changes'][number]
/** Why a file is generated: docs/publishing.md explains each reason. */
export type Reason = Receipt['reasons'][number]['reason']
/** The inputs of a file of the site. */
export type PageExplanation = Omit<Known<Answer<'getStaticWhy'>>, 'success'>
export type SiteEntry = PageExplanation['shows'][number]
export type StoredGeneration = Known<Answer<'getStaticGenerations'>>['generations'][number]

export type PreviewRequest = NonNullable<
  operations['postStaticPreview']['requestBody']
>['content']['application/json']
export type PreviewedPage = Omit<Known<Answer<'postStaticPreview'>>, 'success'>
export type RemovedHtml = PreviewedPage['removed'][number]
