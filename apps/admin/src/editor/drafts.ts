/** Stores unsaved text in this browser, with a separate copy per tab. */
import { createStore, del, entries, set } from 'idb-keyval'
import type { Item, Kind } from '../api/types.ts'
import { randomId } from '../random-id.ts'
import { type Fields, fieldsOf, noFields } from './fields.ts'

export interface LocalDraft {
  readonly fields: Fields
  /** The server's version that the author edited; undefined for a new item. */
  readonly base?: Item | undefined
  readonly etag?: string | undefined
  /** Epoch milliseconds. */
  readonly at: number
  /** Username of the author. */
  readonly by?: string
}

export interface Drafts {
  load(key: string): Promise<LocalDraft | undefined>
  save(key: string, draft: LocalDraft): Promise<void>
  remove(key: string): Promise<void>
}

export type StoredDraft = readonly [key: string, draft: LocalDraft]

export const draftKey = (kind: Kind, id: string | undefined): string => `${kind}/${id ?? 'new'}`

export const isStored = (saving: Promise<void>) =>
  saving.then(
    () => true,
    () => false,
  )

/** Splits the key of a stored copy, `item#tab`. */
const partsOf = (key: string) => {
  const [item = '', tab = ''] = key.split('#')
  return { item, tab }
}

const store = () => createStore('typecase', 'drafts')
const stored = async (): Promise<StoredDraft[]> =>
  (await entries<string, LocalDraft>(store())).map(([key, draft]) => [key, withEveryField(draft)])

/** Adds fields that earlier versions of Typecase did not store. */
const withEveryField = (draft: LocalDraft): LocalDraft => ({
  ...draft,
  fields: { ...(draft.base ? fieldsOf(draft.base) : noFields), ...draft.fields },
})

const isBy = (username: string, { by }: LocalDraft): boolean => by === undefined || by === username

const lockOf = (tab: string): string => `typecase-drafts#${tab}`

/**
 * Creates an id for this tab, and holds a lock on the id until the tab closes or crashes. Over plain HTTP,
 * browsers have no locks, so all tabs share one id.
 */
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

/** Returns the author's newest copy of the item. Ignores copies of other open tabs. */
export const findLeftover = (
  all: readonly StoredDraft[],
  item: string,
  username: string,
  openTabs: ReadonlySet<string>,
): StoredDraft | undefined =>
  all
    .filter(
      ([key, draft]) =>
        partsOf(key).item === item && isBy(username, draft) && !openTabs.has(partsOf(key).tab),
    )
    .toSorted(([, a], [, b]) => b.at - a.at)[0]

export function browserDrafts(username: string): Drafts {
  const keyInThisTab = (item: string) => (thisTab() === '' ? item : `${item}#${thisTab()}`)
  return {
    async load(item) {
      const found = findLeftover(await stored(), item, username, await otherTabs())
      if (!found) return undefined
      const [key, draft] = found
      if (key !== keyInThisTab(item)) {
        await set(keyInThisTab(item), draft, store())
        await del(key, store())
      }
      return draft
    },
    save: (item, draft) => set(keyInThisTab(item), { ...draft, by: username }, store()),
    remove: (item) => del(keyInThisTab(item), store()),
  }
}

export interface UnsavedDraft {
  readonly kind: Kind
  readonly id: string
  readonly draft: LocalDraft
}

/** Lists the author's newest copy of each item, newest first. Ignores copies of other open tabs. */
export function listUnsaved(
  all: readonly StoredDraft[],
  username: string,
  openTabs: ReadonlySet<string>,
): readonly UnsavedDraft[] {
  const newest = new Map<string, LocalDraft>()
  const leftover = all.filter(([key, draft]) => isBy(username, draft) && !openTabs.has(partsOf(key).tab))
  for (const [key, draft] of leftover.toSorted(([, a], [, b]) => a.at - b.at))
    newest.set(partsOf(key).item, draft)
  return [...newest]
    .map(([item, draft]) => {
      const [kind, id = 'new'] = item.split('/')
      return { kind: kind === 'pages' ? ('pages' as const) : ('posts' as const), id, draft }
    })
    .toSorted((a, b) => b.draft.at - a.draft.at)
}

export const unsavedDrafts = async (username: string): Promise<readonly UnsavedDraft[]> =>
  listUnsaved(await stored(), username, await otherTabs())
