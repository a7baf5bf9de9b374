import type { Kind } from '../api/types.ts'
import { type Drafts, draftKey } from './drafts.ts'
import { differing, type Fields, fieldsOf } from './fields.ts'
import { type ItemApi, isTransient, type Read } from './requests.ts'
import type { View } from './view.ts'

interface Loading {
  readonly kind: Kind
  readonly givenId: string | undefined
  readonly api: ItemApi
  readonly drafts: Drafts
  readonly view: View
  etag: string | undefined
  readonly retrying: { call(): void }
  show(change: Partial<View>): void
  removeDraft(id: string | undefined): Promise<unknown>
  adopt(read: Read, fields: Fields, phase: View['phase']): void
  reconcile(read: Read): Promise<void>
}

/** Loads the item from the server, and the author's unsaved changes to it from this browser, if any. */
export async function loadDocument(state: Loading): Promise<void> {
  const draft = await state.drafts.load(draftKey(state.kind, state.givenId)).catch(() => undefined)
  if (state.givenId === undefined) {
    state.show({
      phase: draft ? 'changed' : 'saved',
      fields: draft?.fields ?? state.view.fields,
      hasRestoredDraft: Boolean(draft),
    })
    return
  }
  try {
    const read = await state.api.read(state.givenId)
    const fields = fieldsOf(read.item)
    if (!draft?.base || differing(state.kind, draft.fields, fields).length === 0) {
      if (draft) void state.removeDraft(state.givenId)
      return state.adopt(read, fields, 'saved')
    }
    state.show({ base: draft.base, status: draft.base.status, fields: draft.fields, hasRestoredDraft: true })
    await state.reconcile(read)
  } catch (error) {
    if (!draft?.base || !isTransient(error)) return state.show({ phase: 'loadFailed', error })
    state.etag = draft.etag
    state.show({
      phase: 'retrying',
      base: draft.base,
      status: draft.base.status,
      fields: draft.fields,
      hasRestoredDraft: true,
    })
    state.retrying.call()
  }
}
