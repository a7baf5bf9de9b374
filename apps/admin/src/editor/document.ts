/**
 * One post or page in the editor. Every change is stored in this browser within a second. A draft without a
 * date is also saved on the server when the author pauses. Nothing else is saved, published, scheduled or
 * unpublished without a request of the author. A request is sent with the text of its moment, even if the
 * server is back only later.
 */
import { ApiError } from '../api/client.ts'
import type { Kind } from '../api/types.ts'
import { documentCore } from './document-core.ts'
import type { Drafts } from './drafts.ts'
import { type Fields, fieldsOf, snapshotOf } from './fields.ts'
import { mergeFields } from './merge.ts'
import { type ItemApi, NotSavedError, type Schedule } from './requests.ts'
import { isAutosaved } from './view.ts'

export type OpenDocument = ReturnType<typeof openDocument>

export function openDocument(
  kind: Kind,
  givenId: string | undefined,
  api: ItemApi,
  drafts: Drafts,
  initial: Partial<Fields> = {},
) {
  const core = documentCore(kind, givenId, api, drafts, initial)
  const { view, show } = core
  let loading: Promise<void> | undefined

  function change(changed: Partial<Fields>): void {
    show({ fields: { ...view().fields, ...changed }, isStoredLocally: false })
    const { phase, base, fields, newer } = view()
    if (phase === 'conflict' && base && newer)
      show({ merge: mergeFields(kind, fieldsOf(base), fields, fieldsOf(newer.item)) })
    if (phase === 'saved' || phase === 'failed') show({ phase: 'changed', error: undefined })
    core.storeDraftSoon()
    core.autosave()
  }

  /** @throws NotSavedError */
  async function saved(): Promise<void> {
    if (core.isChanged() || view().base === undefined) await core.save()
    const { phase, error } = view()
    if (phase !== 'saved' && phase !== 'changed') throw new NotSavedError(error)
  }

  return {
    kind,
    view,
    subscribe: core.subscribe,
    close: core.close,
    storeDraft: core.storeDraft,
    refresh: core.refresh,
    save: core.save,
    retry: core.retry,
    change,
    open: (): Promise<void> => {
      loading ??= core.load()
      core.watch()
      return loading
    },
    /**
     * Sets or clears dates. The first date of a draft also saves the draft; otherwise unsaved text stays
     * unsaved.
     * @throws NotSavedError, ApiError
     */
    async schedule(dates: Schedule): Promise<void> {
      if (isAutosaved(view().base)) await saved()
      const { id, error } = view()
      if (id === undefined) throw new NotSavedError(error)
      const set = () => api.update(id, { metadata: dates }, core.etag())
      try {
        await set()
      } catch (refused) {
        if (!(refused instanceof ApiError && refused.code === 'PRECONDITION_FAILED')) throw refused
        await core.refresh()
        await set()
      }
      await core.refresh()
    },
    /** Ends a conflict with the given text. */
    async resolve(fields: Fields): Promise<void> {
      const { newer } = view()
      if (!newer) return
      core.adopt(newer, fields, 'changed')
      await core.proceedWith(fields)
    },
    /** Resets to the version on the server. */
    async discard(): Promise<void> {
      core.forget()
      await core.removeDraft(view().id)
      const { newer, fields } = view()
      if (newer) core.adopt(newer, fields, 'saved')
      show({ fields: core.before(), phase: 'saved', isRestored: false, notice: undefined, error: undefined })
    },
    /**
     * Brings fields of a revision into the editor. Unsaved text is saved first: of a published item as a
     * revision only.
     * @throws NotSavedError, ApiError
     */
    async restore(restored: Partial<Fields>, at: string): Promise<void> {
      const { id, base } = view()
      const isAside = id !== undefined && core.isChanged() && !isAutosaved(base)
      if (isAside) await api.store(id, snapshotOf(kind, core.before(), view().fields))
      else await saved()
      const before = view().fields
      change(restored)
      show({ isRestored: false, notice: { kind: 'restored', at, before, after: view().fields, isAside } })
    },
    /** Closes the notice; with `undo`, also reverts a restored revision. */
    dismiss(undo = false): void {
      const { notice } = view()
      show({ notice: undefined })
      if (undo && notice?.kind === 'restored') change(notice.before)
    },
  }
}
