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
    baseFields: state.baseFields,
    isChanged: state.isChanged,
    storeDraft: state.storeDraft,
    storeDraftSoon: state.storing.call,
    removeDraft: state.removeDraft,
    load: state.load,
    adopt: state.adopt,
    autosave: state.autosave,
    refresh: state.refresh,
    save: state.save,
    retry: state.retry,
    proceedWith: (fields: Fields) => proceedWith(state, fields),
    forget: () => forget(state),
    subscribe(listener: () => void) {
      state.listeners.add(listener)
      return () => state.listeners.delete(listener)
    },
    watch: () => state.watch.start(dueAt(state.view.base)),
    close: () => close(state),
  }
}

/** Replaces the text of the pending request, then sends the request. */
function proceedWith(state: DocumentState, fields: Fields): Promise<void> {
  if (state.pendingRequest) state.pendingRequest = { ...state.pendingRequest, fields }
  return state.enqueue(state.proceed)
}

/** Cancels the pending request and all delayed saves. */
function forget(state: DocumentState): void {
  state.storing.cancel()
  state.saving.cancel()
  state.pendingRequest = undefined
}

/** Stores unsaved text in the browser. If an automatic save to the server is pending, starts it now. */
function close(state: DocumentState): void {
  void state.storeDraft()
  if (state.saving.isPending()) void state.push()
  state.retrying.cancel()
  state.watch.stop()
}
