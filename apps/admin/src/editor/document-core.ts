/** Reads, keeps and saves one post or page: the part of an open document that talks to the server. */
import { ApiError } from '../api/client.ts'
import type { Item, Kind, Status } from '../api/types.ts'
import { randomId } from '../random-id.ts'
import { debounced } from './debounced.ts'
import { type Drafts, draftKey } from './drafts.ts'
import {
  type Changes,
  changedItem,
  changesBetween,
  creationOf,
  differing,
  type FieldName,
  type Fields,
  fieldsOf,
  isSame,
  noFields,
} from './fields.ts'
import { isStillMeant, meeting } from './meeting.ts'
import { type ItemApi, isEmpty, isPassing, NewerVersion, type Read, type Request, type Save, withStatus } from './requests.ts'
import { statusWatch } from './status-watch.ts'
import { dueAt, emptyView, hasSameText, savesByItself, statusNotice, type View } from './view.ts'

/** Milliseconds. */
const pause = { keep: 300, keepAtMost: 1_000, save: 2_500, saveAtMost: 10_000, retry: 4_000 }

export type DocumentCore = ReturnType<typeof documentCore>

export function documentCore(kind: Kind, givenId: string | undefined, api: ItemApi, drafts: Drafts, initial: Partial<Fields>) {
  const listeners = new Set<() => void>()
  const creationKey = randomId()
  const empty = { ...noFields, ...initial }
  let view: View = emptyView(givenId, empty)
  let etag: string | undefined
  /** What the author asked for and the server has not done yet. */
  let wanted: Request | undefined
  /** What was sent to be created: a second try must send the same. */
  let creation: Save | undefined
  let work: Promise<void> = Promise.resolve()

  const show = (change: Partial<View>) => {
    view = { ...view, ...change }
    for (const listener of listeners) listener()
  }
  const before = () => (view.base ? fieldsOf(view.base) : empty)
  const isChanged = () => differing(kind, before(), view.fields).length > 0
  const inTurn = (next: () => Promise<void>): Promise<void> => {
    work = work.then(next)
    return work
  }
  const keeping = debounced(pause.keep, pause.keepAtMost, () => void keep())
  const saving = debounced(pause.save, pause.saveAtMost, () => void push())
  const retrying = debounced(pause.retry, pause.retry, () => void retry())
  const watch = statusWatch(() => void refresh())

  async function keep(): Promise<void> {
    keeping.cancel()
    if (view.phase === 'saved' || view.phase === 'loading' || !isChanged()) return
    const { fields, base, id } = view
    const canKeep = await drafts.keep(draftKey(kind, id), { fields, base, etag, at: Date.now() }).then(
      () => true,
      () => false,
    )
    show({ canKeep, isKept: canKeep && view.fields === fields })
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
      if (!kept?.base || differing(kind, kept.fields, fields).length === 0) {
        if (kept) void drop(givenId)
        return take(read, fields, 'saved')
      }
      show({ base: kept.base, status: kept.base.status, fields: kept.fields, isRestored: true })
      await meet(read)
    } catch (error) {
      if (!kept?.base || !isPassing(error)) return show({ phase: 'unread', error })
      etag = kept.etag
      show({ phase: 'waiting', base: kept.base, status: kept.base.status, fields: kept.fields, isRestored: true })
      retrying.call()
    }
  }

  function take({ item, etag: tag }: Read, fields: Fields, phase: View['phase']): void {
    etag = tag
    show({ phase, id: item.id, status: item.status, base: item, fields, newer: undefined, merge: undefined, error: undefined })
    watch.start(dueAt(item))
  }

  /** Brings a newer version from the server and the author's text together. */
  async function meet(read: Read): Promise<void> {
    const { base, fields } = view
    const met = meeting(kind, base ?? read.item, fields, read.item, wanted)
    if (met.kind === 'conflict') return show({ phase: 'conflict', newer: read, merge: met.merge, savesMerge: met.saves })
    take(read, met.kind === 'merged' ? met.fields : fields, 'changed')
    if (met.notice) show({ notice: met.notice })
    if (wanted && met.kind === 'merged') wanted = { ...wanted, fields: met.fields }
    return proceed()
  }

  /** Goes on with what the author asked for, unless readers would see what was meant for a draft. */
  async function proceed(): Promise<void> {
    if (!isStillMeant(wanted, view)) wanted = undefined
    if (wanted) return pushOnce()
    if (!isChanged()) return settle(view.fields)
    await keep()
    autosave()
  }

  function autosave(): void {
    if (savesByItself(view.base) && view.fields.title.trim() !== '' && view.phase !== 'conflict') saving.call()
  }

  /** Puts it on the server, in turn. */
  function push(): Promise<void> {
    saving.cancel()
    retrying.cancel()
    return inTurn(pushOnce)
  }

  async function pushOnce(): Promise<void> {
    const request = wanted
    if (isBlocked() || !(request || savesByItself(view.base))) return
    const sent = nextSave(request)
    if (view.base && isEmpty(sent.body)) return done(request, sent.fields)
    const isNew = view.base === undefined
    if (isNew) creation = sent
    show({ phase: 'saving', error: undefined })
    try {
      await send(sent.body)
      creation = undefined
      // A second try of a creation says what the first said: what the author has asked for since comes after it.
      if (isNew && request && (sent.fields !== request.fields || (request.status ?? view.status) !== view.status)) return pushOnce()
      done(request, sent.fields)
    } catch (error) {
      if (!isPassing(error)) creation = undefined
      await failed(error)
    }
  }

  const isBlocked = () => ['conflict', 'loading', 'unread'].includes(view.phase)

  function nextSave(request: Request | undefined): Save {
    if (creation) return creation
    const { base } = view
    const fields = request?.fields ?? view.fields
    const body = base ? changesBetween(kind, fieldsOf(base), fields) : creationOf(kind, fields)
    return { body: withStatus(body, request?.status, base?.status), fields }
  }

  function done(request: Request | undefined, sent: Fields): void {
    if (wanted === request) wanted = undefined
    if (request && view.notice?.kind === 'restored') show({ notice: undefined })
    settle(sent)
  }

  async function send(body: Changes): Promise<void> {
    const { id: known, base } = view
    const id = known ?? (await api.create(body, creationKey))
    const changedAt = known === undefined ? undefined : await api.update(id, body, etag ?? '*')
    const read = await api.read(id)
    const after = base && changedItem(base, body)
    if (after && read.item.updatedAt !== changedAt && !hasSameText(kind, after, read.item)) {
      // Another change came between ours and our look at it.
      show({ base: after })
      throw new NewerVersion(read)
    }
    const notice = after && statusNotice(after, read.item)
    take(read, view.fields, 'saving')
    if (notice) show({ notice })
    if (known === undefined) await drop(undefined)
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
    if (error instanceof NewerVersion) return meet(error.read)
    if (error instanceof ApiError && error.code === 'PRECONDITION_FAILED' && view.id) {
      let read: Read
      try {
        read = await api.read(view.id)
      } catch (unread) {
        return failed(unread)
      }
      return meet(read)
    }
    if (isPassing(error)) {
      show({ phase: 'waiting', error })
      retrying.call()
    } else {
      wanted = undefined
      show({ phase: 'failed', error })
    }
    await keep()
  }

  /** Looks at the server's version: a change that leaves the author's text alone is taken over. The next save meets any other. */
  async function refreshOnce(): Promise<void> {
    if (view.id === undefined || !['saved', 'changed', 'waiting', 'failed'].includes(view.phase)) return
    // Only a look: what is wrong with the server is reported by the next save.
    const read = await api.read(view.id).catch(() => undefined)
    const { base, phase } = view
    if (!read || !base) return phase === 'waiting' ? retrying.call() : watch.start(dueAt(base))
    if (phase === 'waiting') return meet(read)
    if (read.etag === etag) return watch.start(dueAt(base))
    look(base, read)
  }

  function look(base: Item, read: Read): void {
    const { fields, phase } = view
    if (hasSameText(kind, base, read.item)) {
      const notice = statusNotice(base, read.item)
      take(read, fields, phase)
      if (notice) show({ notice })
      if (isChanged()) autosave()
    } else if (!isChanged()) {
      take(read, fieldsOf(read.item), 'saved')
      show({ notice: { kind: 'merged', at: read.item.updatedAt } })
    }
  }
  const refresh = (): Promise<void> => inTurn(refreshOnce)

  /** What the author asks for: everything, with that status if one is named. */
  function save(status?: Status): Promise<void> {
    wanted = { fields: view.fields, seen: view.status, ...(status === undefined || status === view.status ? {} : { status }) }
    return push()
  }

  /** What could not be saved is tried again. */
  async function retry(): Promise<void> {
    if (view.phase !== 'waiting') return
    return wanted || savesByItself(view.base) ? push() : refresh()
  }

  return {
    kind,
    api,
    show,
    view: () => view,
    etag: () => etag ?? '*',
    before,
    isChanged,
    keep,
    keepSoon: keeping.call,
    drop,
    load,
    take,
    autosave,
    refresh,
    save,
    retry,
    /** The text that the author asked for is now that one. */
    proceedWith(fields: Fields): Promise<void> {
      if (wanted) wanted = { ...wanted, fields }
      return inTurn(proceed)
    },
    /** Takes back what was asked for. */
    forget(): void {
      keeping.cancel()
      saving.cancel()
      wanted = undefined
    },
    subscribe(listener: () => void) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    watch: () => watch.start(dueAt(view.base)),
    /** Ends: what is not saved is kept, and a draft saved. */
    close(): void {
      void keep()
      if (saving.isDue()) void push()
      retrying.cancel()
      watch.stop()
    },
  }
}
