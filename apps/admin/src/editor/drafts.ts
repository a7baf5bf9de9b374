/** What has been written and is not on the server yet, kept in this browser. */
import { createStore, del, entries, get, set } from 'idb-keyval'
import type { Item, Kind } from '../api/types.ts'
import type { Fields } from './fields.ts'

export interface LocalDraft {
  readonly fields: Fields
  /** What it grew from; undefined for an item that is new. */
  readonly base?: Item | undefined
  readonly etag?: string | undefined
  /** Epoch milliseconds. */
  readonly at: number
}

export interface Drafts {
  load(key: string): Promise<LocalDraft | undefined>
  keep(key: string, draft: LocalDraft): Promise<void>
  drop(key: string): Promise<void>
}

export const draftKey = (kind: Kind, id: string | undefined): string => `${kind}/${id ?? 'new'}`

const store = () => createStore('typecase', 'drafts')

export const browserDrafts: Drafts = {
  load: (key) => get<LocalDraft>(key, store()),
  keep: (key, draft) => set(key, draft, store()),
  drop: (key) => del(key, store()),
}

/** All that waits in this browser, the newest first. */
export async function waitingDrafts(): Promise<readonly { readonly kind: Kind; readonly id: string; readonly draft: LocalDraft }[]> {
  const all = await entries<string, LocalDraft>(store())
  return all
    .map(([key, draft]) => {
      const [kind, id = 'new'] = key.split('/')
      return { kind: kind === 'pages' ? ('pages' as const) : ('posts' as const), id, draft }
    })
    .toSorted((a, b) => b.draft.at - a.draft.at)
}
