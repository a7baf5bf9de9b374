/** Events of this service. Events carry no bodies; a consumer that needs a body reads the item. */
import { sameJson } from './json.ts'
import type { PageHead, PageType } from './pages/page.ts'
import type { PostHead } from './posts/post.ts'
import type { Status } from './status.ts'
import { cutText } from './text.ts'

export type Change = 'created' | 'updated' | 'published' | 'unpublished' | 'deleted'

interface ItemFact {
  readonly id: string
  readonly title: string
  readonly slug: string
  readonly status: Status
  readonly updatedAt: string
  readonly previousSlug?: string
  readonly previousStatus?: Status
  readonly changed: string[]
}

export interface PostFact {
  readonly type: `content.post.${Change}`
  readonly entity: string
  readonly revision: number
  readonly data: ItemFact & { readonly author: string }
}

export interface PageFact {
  readonly type: `content.page.${Change}`
  readonly entity: string
  readonly revision: number
  readonly data: ItemFact & { readonly pageType: PageType; readonly path: string[] }
}

export interface SettingsFact {
  readonly type: 'content.settings.updated'
  readonly entity: 'settings'
  readonly revision: number
  readonly data: { readonly changed: string[] }
}

export type ContentFact = PostFact | PageFact | SettingsFact

export interface FactDetails {
  /** The item before the change. */
  readonly before?: { readonly slug: string; readonly status: Status; readonly path?: readonly string[] }
  readonly changed?: readonly string[]
}

export const postFact = (change: Change, post: PostHead, details: FactDetails = {}): PostFact => ({
  type: `content.post.${change}`,
  entity: `post:${post.id}`,
  revision: post.revision,
  data: { ...itemFact(post, details), author: post.author },
})

export function pageFact(change: Change, page: PageHead, details: FactDetails = {}): PageFact {
  const { before, changed = [] } = details
  const isMoved = before?.path !== undefined && !sameJson(before.path, page.path)
  const all = isMoved ? { ...details, changed: [...changed, 'path'] } : details
  return {
    type: `content.page.${change}`,
    entity: `page:${page.id}`,
    revision: page.revision,
    data: { ...itemFact(page, all), pageType: page.pageType, path: [...page.path] },
  }
}

export const settingsUpdated = (revision: number, changed: readonly string[]): SettingsFact => ({
  type: 'content.settings.updated',
  entity: 'settings',
  revision,
  data: { changed: [...changed] },
})

/** Each change records one event. A change that includes the status never records `updated`. */
export const kindOfChange = (before: Status, after: Status): Change =>
  before === after ? 'updated' : after === 'published' ? 'published' : 'unpublished'

const titleLimit = 300
const namesLimit = 100

function itemFact(item: PostHead | PageHead, { before, changed = [] }: FactDetails): ItemFact {
  return {
    id: item.id,
    title: cutText(item.title, titleLimit),
    slug: item.slug,
    status: item.status,
    updatedAt: item.updatedAt.toISOString(),
    ...(before && before.slug !== item.slug ? { previousSlug: before.slug } : {}),
    ...(before && before.status !== item.status ? { previousStatus: before.status } : {}),
    changed: changed.slice(0, namesLimit).map((name) => cutText(name, namesLimit)),
  }
}
