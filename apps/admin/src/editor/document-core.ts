import type { Kind } from '../api/types.ts'
import { DocumentState } from './document-state.ts'
import type { Drafts } from './drafts.ts'
import type { Fields } from './fields.ts'
import type { ItemApi } from './requests.ts'
import { dueAt } from './view.ts'

export type DocumentCore = ReturnType<typeof documentCore>

export function documentCore(
  kind: Kind,
  givenId: string | undefined,
  api: ItemApi,
  drafts: Drafts,
  initial: Partial<Fields>,
) {
  const state = new DocumentState(kind, givenId, api, drafts, initial)

  return {
    kind: state.kind,
    api: state.api,
    show: state.show,
    view: () => state.view,
    etag: () => state.etag ?? '*',
    before: state.before,
    isChanged: state.isChanged,
    keep: state.keep,
    keepSoon: state.keeping.call,
    drop: state.drop,
    load: state.load,
    take: state.take,
    autosave: state.autosave,
    refresh: state.refresh,
    save: state.save,
    retry: state.retry,
    /** The text that the author asked for is now that one. */
    proceedWith(fields: Fields): Promise<void> {
      if (state.wanted) state.wanted = { ...state.wanted, fields }
      return state.inTurn(state.proceed)
    },
    /** Takes back what was asked for. */
    forget(): void {
      state.keeping.cancel()
      state.saving.cancel()
      state.wanted = undefined
    },
    subscribe(listener: () => void) {
      state.listeners.add(listener)
      return () => state.listeners.delete(listener)
    },
    watch: () => state.watch.start(dueAt(state.view.base)),
    /** Ends: what is not saved is kept, and a draft saved. */
    close(): void {
      void state.keep()
      if (state.saving.isDue()) void state.push()
      state.retrying.cancel()
      state.watch.stop()
    },
  }
}
