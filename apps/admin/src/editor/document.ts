/**
 * One post or page while it is written. Every change is in this browser's store within a second; a draft is also saved on
 * the server when the author pauses. What is published changes there only when the author says so. A browser that keeps
 * nothing, as some private windows do, ends none of this: `isKept` says that it does not.
 */
import { ApiError } from '../api/client.ts'
import type { Item, Kind, Status } from '../api/types.ts'
import { debounced } from './debounced.ts'
import { type Drafts, draftKey } from './drafts.ts'
import { type Changes, changesBetween, creationOf, differing, type FieldName, type Fields, fieldsOf, isSame, noFields } from './fields.ts'
import { mergeFields } from './merge.ts'

export interface ItemApi {
  read(id: string): Promise<{ readonly item: Item; readonly etag: string }>
  /** `key` makes a second try the same creation. */
  create(body: Changes, key: string): Promise<string>
  /** Answers when it was changed. @throws ApiError PRECONDITION_FAILED when the item is not the tagged one */
  update(id: string, body: Changes, etag: string): Promise<string>
}

export type Phase = 'loading' | 'unread' | 'saved' | 'changed' | 'saving' | 'waiting' | 'conflict' | 'failed'

export interface View {
  readonly phase: Phase
  /** Undefined while it is not on the server. */
  readonly id: string | undefined
  readonly status: Status
  readonly fields: Fields
  /** As it is on the server, as far as we know. */
  readonly base: Item | undefined
  readonly theirs: Item | undefined
  readonly error: unknown
  /** True when this visit began with what an earlier one had left unsaved. */
  readonly isRestored: boolean
  /** True once the latest change is in the browser's store. */
  readonly isKept: boolean
}

export type Resolution = 'mine' | 'theirs' | 'merge'

/** Milliseconds. */
const pause = { keep: 300, keepAtMost: 1_000, save: 2_500, saveAtMost: 10_000, retry: 4_000 }

export type OpenDocument = ReturnType<typeof openDocument>

export function openDocument(kind: Kind, givenId: string | undefined, api: ItemApi, drafts: Drafts, initial: Partial<Fields> = {}) {
  const listeners = new Set<() => void>()
  const creationKey = crypto.randomUUID()
  let etag: string | undefined
  let theirTag: string | undefined
  /** A merge with marked places is not saved by itself. */
  let isHeld = false
  /** What the author asked for and the server could not be told yet. */
  let wanted: { readonly status: Status } | undefined
  /** What was sent to be created: a second try must say the same. */
  let creation: { readonly body: Changes; readonly fields: Fields } | undefined
  let work: Promise<void> = Promise.resolve()
  let loading: Promise<void> | undefined
  let view: View = {
    phase: 'loading',
    id: givenId,
    status: 'draft',
    fields: { ...noFields, ...initial },
    base: undefined,
    theirs: undefined,
    error: undefined,
    isRestored: false,
    isKept: true,
  }

  const show = (change: Partial<View>) => {
    view = { ...view, ...change }
    for (const listener of listeners) listener()
  }
  const before = () => (view.base ? fieldsOf(view.base) : { ...noFields, ...initial })
  const isChanged = () => differing(kind, before(), view.fields).length > 0
  const keeping = debounced(pause.keep, pause.keepAtMost, () => void keep())
  const saving = debounced(pause.save, pause.saveAtMost, () => void save())
  const retrying = debounced(pause.retry, pause.retry, () => void save(wanted?.status))

  async function keep(): Promise<void> {
    keeping.cancel()
    if (view.phase === 'saved' || view.phase === 'loading' || !isChanged()) return
    const { fields, base, id } = view
    const isStored = await drafts.keep(draftKey(kind, id), { fields, base, etag, at: Date.now() }).then(
      () => true,
      () => false,
    )
    show({ isKept: isStored && view.fields === fields })
  }

  /** What stays there though it is on the server is found to be the same when it is read. */
  const drop = (id: string | undefined) => drafts.drop(draftKey(kind, id)).catch(() => undefined)

  async function load(): Promise<void> {
    const kept = await drafts.load(draftKey(kind, givenId)).catch(() => undefined)
    if (givenId === undefined) {
      show({ phase: kept ? 'changed' : 'saved', fields: kept?.fields ?? view.fields, isRestored: Boolean(kept) })
      return
    }
    try {
      const read = await api.read(givenId)
      const fields = fieldsOf(read.item)
      const isSameAsKept = !kept || differing(kind, kept.fields, fields).length === 0
      if (isSameAsKept || !kept.base) return taken(read.item, read.etag, fields, 'saved')
      if (kept.etag === read.etag) {
        taken(read.item, read.etag, kept.fields, 'changed')
        show({ isRestored: true })
        return autosave()
      }
      etag = kept.etag
      theirTag = read.etag
      show({ phase: 'conflict', base: kept.base, status: kept.base.status, fields: kept.fields, theirs: read.item })
    } catch (error) {
      if (!kept?.base || !isPassing(error)) return show({ phase: 'unread', error })
      etag = kept.etag
      show({ phase: 'waiting', base: kept.base, status: kept.base.status, fields: kept.fields, isRestored: true })
      retrying.call()
    }
  }

  function taken(base: Item, tag: string, fields: Fields, phase: Phase): void {
    etag = tag
    theirTag = undefined
    show({ phase, id: base.id, status: base.status, base, fields, theirs: undefined, error: undefined })
  }

  function autosave(): void {
    if (view.status === 'draft' && view.fields.title.trim() !== '' && !isHeld && view.phase !== 'conflict') saving.call()
  }

  /** Puts all on the server, now. With a status that too. One after the other; the last one has it all. */
  function save(status?: Status): Promise<void> {
    saving.cancel()
    retrying.cancel()
    if (status !== undefined) {
      wanted = { status }
      isHeld = false
    }
    work = work.then(() => saveOnce(status))
    return work
  }

  async function saveOnce(status?: Status): Promise<void> {
    if (view.phase === 'conflict' || view.phase === 'loading' || view.phase === 'unread') return
    const { base, fields } = view
    const body = withStatus(base ? changesBetween(kind, fieldsOf(base), fields) : creationOf(kind, fields), status, base?.status)
    if (base && Object.keys(body.metadata).length === 0 && body.content === undefined) {
      wanted = undefined
      return settle(fields)
    }
    if (!base) creation ??= { body, fields }
    show({ phase: 'saving', error: undefined })
    try {
      const sent = creation ?? { body, fields }
      await send(sent.body, sent.fields)
      creation = undefined
      if (wanted && wanted.status !== view.status) return saveOnce(wanted.status)
      wanted = undefined
      settle(sent.fields)
    } catch (error) {
      if (!isPassing(error)) creation = undefined
      await failed(error)
    }
  }

  async function send(body: Changes, sent: Fields): Promise<void> {
    let changedAt: string | undefined
    let { id } = view
    if (id === undefined) id = await api.create(body, creationKey)
    else changedAt = await api.update(id, body, etag ?? '*')
    const read = await api.read(id)
    if (changedAt !== undefined && read.item.updatedAt !== changedAt) {
      // Somebody was between our change and our look at it.
      show({ base: { ...read.item, ...sent } as Item })
      theirTag = read.etag
      throw new ConflictFound(read.item)
    }
    const isNew = view.id === undefined
    etag = read.etag
    show({ id, base: read.item, status: read.item.status })
    if (isNew) await drop(undefined)
  }

  /** What the server made of it is taken over where the author has not gone on. */
  function settle(sent: Fields): void {
    if (!view.base) return
    const stored = fieldsOf(view.base)
    const names = Object.keys(stored) as FieldName[]
    const goneOn = Object.fromEntries(
      names.filter((name) => !isSame(view.fields[name], sent[name])).map((name) => [name, view.fields[name]]),
    )
    show({ fields: { ...stored, ...goneOn }, phase: 'saved', isRestored: false })
    if (isChanged()) {
      show({ phase: 'changed' })
      keeping.call()
      autosave()
    } else void drop(view.id)
  }

  async function failed(error: unknown): Promise<void> {
    if (error instanceof ConflictFound) return show({ phase: 'conflict', theirs: error.theirs })
    if (error instanceof ApiError && error.code === 'PRECONDITION_FAILED' && view.id) {
      try {
        const read = await api.read(view.id)
        theirTag = read.etag
        return show({ phase: 'conflict', theirs: read.item })
      } catch (unread) {
        return show({ phase: 'failed', error: unread })
      }
    }
    if (isPassing(error)) {
      show({ phase: 'waiting', error })
      retrying.call()
    } else show({ phase: 'failed', error })
    await keep()
  }

  return {
    kind,
    view: () => view,
    subscribe(listener: () => void) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    /** Reads it, the first time. */
    open: (): Promise<void> => {
      loading ??= load()
      return loading
    },
    /** Ends: what is not saved is kept, and a draft saved. */
    close(): void {
      void keep()
      if (saving.isDue()) void save()
      retrying.cancel()
    },
    keep,
    /** What could not be saved is tried again. */
    retry(): void {
      if (view.phase === 'waiting') void save(wanted?.status)
    },
    change(change: Partial<Fields>) {
      show({ fields: { ...view.fields, ...change }, isKept: false })
      if (view.phase === 'saved' || view.phase === 'failed') show({ phase: 'changed', error: undefined })
      keeping.call()
      autosave()
    },
    save,
    /** Answers how many places are left to the author. */
    async resolve(resolution: Resolution): Promise<number> {
      const { theirs, base, fields } = view
      if (!theirs || theirTag === undefined) return 0
      const merged = base && resolution === 'merge' ? mergeFields(kind, fieldsOf(base), fields, fieldsOf(theirs)) : undefined
      const kept = resolution === 'theirs' ? fieldsOf(theirs) : (merged?.fields ?? fields)
      taken(theirs, theirTag, kept, 'changed')
      isHeld = (merged?.conflicts ?? 0) > 0
      if (resolution === 'theirs') settle(kept)
      else if (isHeld) await keep()
      else await save(wanted?.status ?? theirs.status)
      return merged?.conflicts ?? 0
    },
    /** Back to what is on the server. */
    async discard(): Promise<void> {
      keeping.cancel()
      saving.cancel()
      await drop(view.id)
      show({ fields: before(), phase: 'saved', isRestored: false, error: undefined })
    },
    /** Reads it anew, after something else changed it there. */
    async reload(): Promise<void> {
      if (view.id === undefined) return
      try {
        const { item, etag: tag } = await api.read(view.id)
        taken(item, tag, fieldsOf(item), 'saved')
        await drop(view.id)
      } catch (error) {
        show({ phase: 'failed', error })
      }
    },
  }
}

class ConflictFound extends Error {
  readonly theirs: Item
  constructor(theirs: Item) {
    super('changed by somebody else')
    this.theirs = theirs
  }
}

const withStatus = (body: Changes, status: Status | undefined, before: Status | undefined): Changes =>
  status === undefined || status === before ? body : { ...body, metadata: { ...body.metadata, status } }

/** It will be possible later: no network, no session, a server that restarts. */
const isPassing = (error: unknown): boolean => error instanceof ApiError && [0, 401, 429, 503].includes(error.status)
