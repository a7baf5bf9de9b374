import type { Kind } from '../api/types.ts'
import { type Drafts, draftKey } from './drafts.ts'
import { differing, type Fields, fieldsOf } from './fields.ts'
import { type ItemApi, isPassing, type Read } from './requests.ts'
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
  drop(id: string | undefined): Promise<unknown>
  take(read: Read, fields: Fields, phase: View['phase']): void
  meet(read: Read): Promise<void>
}

/** Shows the server's version, or what the author changed and the server does not have yet. */
export async function loadDocument(state: Loading): Promise<void> {
  const kept = await state.drafts.load(draftKey(state.kind, state.givenId)).catch(() => undefined)
  if (state.givenId === undefined) {
    state.show({
      phase: kept ? 'changed' : 'saved',
      fields: kept?.fields ?? state.view.fields,
      isRestored: Boolean(kept),
    })
    return
  }
  try {
    const read = await state.api.read(state.givenId)
    const fields = fieldsOf(read.item)
    if (!kept?.base || differing(state.kind, kept.fields, fields).length === 0) {
      if (kept) void state.drop(state.givenId)
      return state.take(read, fields, 'saved')
    }
    state.show({ base: kept.base, status: kept.base.status, fields: kept.fields, isRestored: true })
    await state.meet(read)
  } catch (error) {
    if (!kept?.base || !isPassing(error)) return state.show({ phase: 'unread', error })
    state.etag = kept.etag
    state.show({
      phase: 'waiting',
      base: kept.base,
      status: kept.base.status,
      fields: kept.fields,
      isRestored: true,
    })
    state.retrying.call()
  }
}
