/** What has been written and is not on the server yet, stored in this browser: a copy for each tab, so that tabs keep theirs apart. */
import { createStore, del, entries, set } from 'idb-keyval'
import type { Item, Kind } from '../api/types.ts'
import { randomId } from '../random-id.ts'
import type { Fields } from './fields.ts'

export interface LocalDraft {
  readonly fields: Fields
  /** What it grew from; undefined for an item that is new. */
  readonly base?: Item | undefined
  readonly etag?: string | undefined
  /** Epoch milliseconds. */
  readonly at: number
  /** The username of its author. */
  readonly by?: string
}

export interface Drafts {
  load(key: string): Promise<LocalDraft | undefined>
  keep(key: string, draft: LocalDraft): Promise<void>
  drop(key: string): Promise<void>
}

export type StoredDraft = readonly [key: string, draft: LocalDraft]

export const draftKey = (kind: Kind, id: string | undefined): string => `${kind}/${id ?? 'new'}`

/** Whether storing succeeded. */
export const isStored = (kept: Promise<void>) =>
  kept.then(
    () => true,
    () => false,
  )

/** Stored copies have the key of their item, and behind a `#` the tab that they are from. */
const partsOf = (key: string) => {
  const [item = '', tab = ''] = key.split('#')
  return { item, tab }
}

const store = () => createStore('typecase', 'drafts')
const stored = () => entries<string, LocalDraft>(store())
const isOf = (username: string, { by }: LocalDraft): boolean => by === undefined || by === username

const lockOf = (tab: string): string => `typecase-drafts#${tab}`

/** Names this tab, and holds its lock until it is closed or crashes. Without locks, as on plain http, all tabs are one. */
function openTab(): string {
  if (!navigator.locks) return ''
  const tab = randomId()
  void navigator.locks.request(lockOf(tab), () => new Promise(() => undefined))
  return tab
}
let ownTab: string | undefined
const thisTab = (): string => {
  ownTab ??= openTab()
  return ownTab
}

async function otherTabs(): Promise<ReadonlySet<string>> {
  const { held = [] } = (await navigator.locks?.query()) ?? {}
  return new Set(held.map(({ name = '' }) => partsOf(name).tab).filter((tab) => tab !== thisTab()))
}

/** The newest copy of the item that its author left, in this tab or in one that is closed. */
export const leftBehind = (
  all: readonly StoredDraft[],
  item: string,
  username: string,
  openTabs: ReadonlySet<string>,
): StoredDraft | undefined =>
  all
    .filter(
      ([key, draft]) =>
        partsOf(key).item === item && isOf(username, draft) && !openTabs.has(partsOf(key).tab),
    )
    .toSorted(([, a], [, b]) => b.at - a.at)[0]

export function browserDrafts(username: string): Drafts {
  const own = (item: string) => (thisTab() === '' ? item : `${item}#${thisTab()}`)
  return {
    async load(item) {
      const found = leftBehind(await stored(), item, username, await otherTabs())
      if (!found) return undefined
      const [key, draft] = found
      if (key !== own(item)) {
        await set(own(item), draft, store())
        await del(key, store())
      }
      return draft
    },
    keep: (item, draft) => set(own(item), { ...draft, by: username }, store()),
    drop: (item) => del(own(item), store()),
  }
}

export interface WaitingDraft {
  readonly kind: Kind
  readonly id: string
  readonly draft: LocalDraft
}

/** What waits in this browser for that author and is open in no other tab: one copy an item, the newest first. */
export function waitingFor(
  all: readonly StoredDraft[],
  username: string,
  openTabs: ReadonlySet<string>,
): readonly WaitingDraft[] {
  const newest = new Map<string, LocalDraft>()
  const own = all.filter(([key, draft]) => isOf(username, draft) && !openTabs.has(partsOf(key).tab))
  for (const [key, draft] of own.toSorted(([, a], [, b]) => a.at - b.at)) newest.set(partsOf(key).item, draft)
  return [...newest]
    .map(([item, draft]) => {
      const [kind, id = 'new'] = item.split('/')
      return { kind: kind === 'pages' ? ('pages' as const) : ('posts' as const), id, draft }
    })
    .toSorted((a, b) => b.draft.at - a.draft.at)
}

export const waitingDrafts = async (username: string): Promise<readonly WaitingDraft[]> =>
  waitingFor(await stored(), username, await otherTabs())
