/**
 * One post or page while it is written. Every change is in this browser's store within a second. A draft without a date is
 * also saved on the server when the author pauses. Nothing else is saved, published, scheduled or unpublished without being
 * asked for: what the author asked for is sent as it was then, even when the server is back only later.
 */
import { ApiError } from '../api/client.ts'
import type { Kind } from '../api/types.ts'
import { documentCore } from './document-core.ts'
import type { Drafts } from './drafts.ts'
import { type Fields, fieldsOf, snapshotOf } from './fields.ts'
import { mergeFields } from './merge.ts'
import { type ItemApi, NotSaved, type Schedule } from './requests.ts'
import { savesByItself } from './view.ts'

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
    show({ fields: { ...view().fields, ...changed }, isKept: false })
    const { phase, base, fields, newer } = view()
    if (phase === 'conflict' && base && newer)
      show({ merge: mergeFields(kind, fieldsOf(base), fields, fieldsOf(newer.item)) })
    if (phase === 'saved' || phase === 'failed') show({ phase: 'changed', error: undefined })
    core.keepSoon()
    core.autosave()
  }

  /** @throws NotSaved */
  async function saved(): Promise<void> {
    if (core.isChanged() || view().base === undefined) await core.save()
    const { phase, error } = view()
    if (phase !== 'saved' && phase !== 'changed') throw new NotSaved(error)
  }

  return {
    kind,
    view,
    subscribe: core.subscribe,
    close: core.close,
    keep: core.keep,
    refresh: core.refresh,
    save: core.save,
    retry: core.retry,
    change,
    /** Reads it, the first time. */
    open: (): Promise<void> => {
      loading ??= core.load()
      core.watch()
      return loading
    },
    /**
     * Sets or clears dates. A draft is saved with its first date as it is shown; otherwise unsaved text stays unsaved.
     * @throws NotSaved, ApiError
     */
    async schedule(dates: Schedule): Promise<void> {
      if (savesByItself(view().base)) await saved()
      const { id, error } = view()
      if (id === undefined) throw new NotSaved(error)
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
    /** Ends a conflict with that text. */
    async resolve(fields: Fields): Promise<void> {
      const { newer } = view()
      if (!newer) return
      core.take(newer, fields, 'changed')
      await core.proceedWith(fields)
    },
    /** Back to what is on the server. */
    async discard(): Promise<void> {
      core.forget()
      await core.drop(view().id)
      const { newer, fields } = view()
      if (newer) core.take(newer, fields, 'saved')
      show({ fields: core.before(), phase: 'saved', isRestored: false, notice: undefined, error: undefined })
    },
    /**
     * Brings fields of a revision into the editor. Unsaved text is saved first; as a revision only, where readers would see it.
     * @throws NotSaved, ApiError
     */
    async restore(restored: Partial<Fields>, at: string): Promise<void> {
      const { id, base } = view()
      const isAside = id !== undefined && core.isChanged() && !savesByItself(base)
      if (isAside) await api.store(id, snapshotOf(kind, core.before(), view().fields))
      else await saved()
      const before = view().fields
      change(restored)
      show({ isRestored: false, notice: { kind: 'restored', at, before, after: view().fields, isAside } })
    },
    /** Takes the notice away; with `undo` also what a restored revision brought. */
    dismiss(undo = false): void {
      const { notice } = view()
      show({ notice: undefined })
      if (undo && notice?.kind === 'restored') change(notice.before)
    },
  }
}
