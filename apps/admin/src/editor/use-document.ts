import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState, useSyncExternalStore } from 'react'
import type { Kind } from '../api/types.ts'
import { useMe } from '../session/session.ts'
import { type OpenDocument, openDocument } from './document.ts'
import { browserDrafts } from './drafts.ts'
import type { EditorFields } from './editor-fields.ts'
import { itemApi } from './item-api.ts'

interface Held {
  /** The URL that shows it. */
  readonly as: string
  readonly document: OpenDocument
}

const opened = (kind: Kind, as: string, initial: Partial<EditorFields>, username: string): Held => ({
  as,
  document: openDocument(
    kind,
    as === 'new' ? undefined : as,
    itemApi(kind),
    browserDrafts(username),
    initial,
  ),
})

/** The document of a URL. A new document stays the same when it gets its own URL. */
export function useDocument(kind: Kind, id: string, initial: Partial<EditorFields>) {
  const client = useQueryClient()
  const { username } = useMe()
  const [held, setHeld] = useState(() => opened(kind, id, initial, username))
  if (held.as !== id || held.document.kind !== kind) {
    const isSame = held.document.kind === kind && held.document.view().id === id
    setHeld(isSame ? { as: id, document: held.document } : opened(kind, id, initial, username))
  }
  const { document } = held
  const view = useSyncExternalStore(document.subscribe, document.view)
  useEffect(() => {
    void document.open()
    const flush = () => void document.storeDraft()
    addEventListener('pagehide', flush)
    const look = () => void (globalThis.document.visibilityState === 'visible' && document.refresh())
    // Warns before the tab closes if the browser refused to store the text.
    const request = (event: BeforeUnloadEvent) => {
      const { phase, canStoreLocally } = document.view()
      if (!canStoreLocally && phase !== 'saved') event.preventDefault()
    }
    addEventListener('online', document.retry)
    addEventListener('beforeunload', request)
    globalThis.document.addEventListener('visibilitychange', look)
    return () => {
      removeEventListener('beforeunload', request)
      globalThis.document.removeEventListener('visibilitychange', look)
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
