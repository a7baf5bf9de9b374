import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState, useSyncExternalStore } from 'react'
import type { Kind } from '../api/types.ts'
import { useMe } from '../session/session.ts'
import { type OpenDocument, openDocument } from './document.ts'
import { browserDrafts } from './drafts.ts'
import type { Fields } from './fields.ts'
import { itemApi } from './item-api.ts'

interface Held {
  /** The address it is shown at. */
  readonly as: string
  readonly document: OpenDocument
}

const opened = (kind: Kind, as: string, initial: Partial<Fields>, username: string): Held => ({
  as,
  document: openDocument(
    kind,
    as === 'new' ? undefined : as,
    itemApi(kind),
    browserDrafts(username),
    initial,
  ),
})

/** The document of that address. One that was new goes on being the same when it gets an address of its own. */
export function useDocument(kind: Kind, id: string, initial: Partial<Fields>) {
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
    const flush = () => void document.keep()
    addEventListener('pagehide', flush)
    const look = () => void (globalThis.document.visibilityState === 'visible' && document.refresh())
    // Asks before a text is lost that this browser refused to store.
    const ask = (event: BeforeUnloadEvent) => {
      const { phase, canKeep } = document.view()
      if (!canKeep && phase !== 'saved') event.preventDefault()
    }
    addEventListener('online', document.retry)
    addEventListener('beforeunload', ask)
    globalThis.document.addEventListener('visibilitychange', look)
    return () => {
      removeEventListener('beforeunload', ask)
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
