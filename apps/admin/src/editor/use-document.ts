import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState, useSyncExternalStore } from 'react'
import type { Kind } from '../api/types.ts'
import { useMe } from '../session/session.ts'
import { type OpenDocument, openDocument } from './document.ts'
import { browserDrafts } from './drafts.ts'
import type { Fields } from './fields.ts'
import { itemApi } from './item-api.ts'

interface OpenEntry {
  /** The id in the URL, or `new`. */
  readonly urlId: string
  readonly document: OpenDocument
}

const openEntry = (kind: Kind, urlId: string, initial: Partial<Fields>, username: string): OpenEntry => ({
  urlId,
  document: openDocument(
    kind,
    urlId === 'new' ? undefined : urlId,
    itemApi(kind),
    browserDrafts(username),
    initial,
  ),
})

/** Returns the open document of a URL. A new document stays open when it gets its own URL. */
export function useDocument(kind: Kind, id: string, initial: Partial<Fields>) {
  const client = useQueryClient()
  const { username } = useMe()
  const [entry, setEntry] = useState(() => openEntry(kind, id, initial, username))
  if (entry.urlId !== id || entry.document.kind !== kind) {
    const isSame = entry.document.kind === kind && entry.document.view().id === id
    setEntry(isSame ? { urlId: id, document: entry.document } : openEntry(kind, id, initial, username))
  }
  const { document } = entry
  const view = useSyncExternalStore(document.subscribe, document.view)
  useEffect(() => {
    void document.open()
    const flush = () => void document.storeDraft()
    addEventListener('pagehide', flush)
    const refreshIfVisible = () =>
      void (globalThis.document.visibilityState === 'visible' && document.refresh())
    // Warns before the tab closes if it has text that the browser refused to store.
    const warnBeforeLeaving = (event: BeforeUnloadEvent) => {
      const { phase, canStoreLocally } = document.view()
      if (!canStoreLocally && phase !== 'saved') event.preventDefault()
    }
    addEventListener('online', document.retry)
    addEventListener('beforeunload', warnBeforeLeaving)
    globalThis.document.addEventListener('visibilitychange', refreshIfVisible)
    return () => {
      removeEventListener('beforeunload', warnBeforeLeaving)
      globalThis.document.removeEventListener('visibilitychange', refreshIfVisible)
      removeEventListener('pagehide', flush)
      removeEventListener('online', document.retry)
      document.close()
    }
  }, [document])
  const savedAt = view.base?.updatedAt
  useEffect(() => {
    if (savedAt) void client.invalidateQueries({ queryKey: [kind] })
  }, [savedAt, kind, client])
  return { document, view }
}
