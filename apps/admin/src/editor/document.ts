/**
 * One post or page in the editor. Every change is stored in this browser within a second. Drafts without a
 * publish date are also saved to the server when the author stops typing. All other items are saved,
 * published, scheduled or unpublished only when the author requests it. A request made offline is sent later,
 * with the text at the time of the request.
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
  const parts = { kind, api, core }
  const change = (changed: Partial<Fields>) => applyChange(parts, changed)
  let loading: Promise<void> | undefined
  return {
    kind,
    view: core.view,
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
    schedule: (dates: Schedule) => schedule(parts, dates),
    restore: (restored: Partial<Fields>, at: string) => restore(parts, restored, at),
    resolve: (fields: Fields) => resolve(core, fields),
    discard: () => discard(core),
    /** Closes the notice. With `undo`, also returns to the text before a revision was restored. */
    dismiss(undo = false): void {
      const { notice } = core.view()
      core.show({ notice: undefined })
      if (undo && notice?.kind === 'restored') change(notice.before)
    },
  }
}

interface Parts {
  readonly kind: Kind
  readonly api: ItemApi
  readonly core: ReturnType<typeof documentCore>
}

function applyChange({ kind, core }: Parts, changed: Partial<Fields>): void {
  const { view, show } = core
  show({ fields: { ...view().fields, ...changed }, isStoredLocally: false })
  const { phase, base, fields, newer } = view()
  if (phase === 'conflict' && base && newer)
    show({ merge: mergeFields(kind, fieldsOf(base), fields, fieldsOf(newer.item)) })
  if (phase === 'saved' || phase === 'failed') show({ phase: 'changed', error: undefined })
  core.storeDraftSoon()
  core.autosave()
}

/** Resolves a conflict with the given text. */
async function resolve(core: Parts['core'], fields: Fields): Promise<void> {
  const { newer } = core.view()
  if (!newer) return
  core.adopt(newer, fields, 'changed')
  await core.proceedWith(fields)
}

/** Resets to the version on the server. */
async function discard(core: Parts['core']): Promise<void> {
  core.forget()
  await core.removeDraft(core.view().id)
  const { newer, fields } = core.view()
  if (newer) core.adopt(newer, fields, 'saved')
  const saved = core.baseFields()
  core.show({
    fields: saved,
    phase: 'saved',
    hasRestoredDraft: false,
    notice: undefined,
    error: undefined,
  })
}

/** @throws NotSavedError */
async function ensureSaved(core: Parts['core']): Promise<void> {
  if (core.isChanged() || core.view().base === undefined) await core.save()
  const { phase, error } = core.view()
  if (phase !== 'saved' && phase !== 'changed') throw new NotSavedError(error)
}

/**
 * Sets or clears dates. If the item is a draft without a publish date, saves its text first; the unsaved
 * text of other items stays unsaved.
 * @throws NotSavedError or ApiError
 */
async function schedule({ api, core }: Parts, dates: Schedule): Promise<void> {
  if (isAutosaved(core.view().base)) await ensureSaved(core)
  const { id, error } = core.view()
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
}

/**
 * Loads fields of a revision into the editor. First saves unsaved text: a draft without a publish date is
 * saved as usual; the text of any other item is only stored as a revision.
 * @throws NotSavedError or ApiError
 */
async function restore(parts: Parts, restored: Partial<Fields>, at: string): Promise<void> {
  const { kind, api, core } = parts
  const { id, base } = core.view()
  const savedAsRevision = id !== undefined && core.isChanged() && !isAutosaved(base)
  if (savedAsRevision) await api.store(id, snapshotOf(kind, core.baseFields(), core.view().fields))
  else await ensureSaved(core)
  const before = core.view().fields
  applyChange(parts, restored)
  const notice = { kind: 'restored', at, before, after: core.view().fields, savedAsRevision } as const
  core.show({ hasRestoredDraft: false, notice })
}
