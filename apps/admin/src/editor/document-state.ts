/** State of one open post or page: the author's text, the server's version and pending requests. */
import { ApiError } from '../api/client.ts'
import type { Item, Kind, Status } from '../api/types.ts'
import { randomId } from '../random-id.ts'
import { debounced } from './debounced.ts'
import { type Drafts, draftKey, isStored } from './drafts.ts'
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
import { loadDocument } from './load-document.ts'
import { isStillValid, reconcile } from './reconcile.ts'
import {
  type ItemApi,
  isEmpty,
  isTransient,
  NewerVersionError,
  type Read,
  type Request,
  type Save,
  withStatus,
} from './requests.ts'
import { statusWatch } from './status-watch.ts'
import { dueAt, emptyView, hasSameText, isAutosaved, statusNotice, type View } from './view.ts'

const delayMs = { store: 300, storeAtMost: 1_000, save: 2_500, saveAtMost: 10_000, retry: 4_000 }

export class DocumentState {
  readonly kind
  readonly givenId
  readonly api
  readonly drafts
  readonly initial
  readonly empty
  view: View
  etag: string | undefined
  /** A request of the author that the server has not completed yet. */
  pendingRequest: Request | undefined
  /** The body of a creation that the server has not confirmed. A retry must send the same body. */
  creation: Save | undefined
  readonly saving
  readonly listeners = new Set<() => void>()
  readonly creationKey = randomId()
  work: Promise<void> = Promise.resolve()
  readonly storing = debounced(delayMs.store, delayMs.storeAtMost, () => void this.storeDraft())
  readonly retrying = debounced(delayMs.retry, delayMs.retry, () => void this.retry())
  readonly watch = statusWatch(() => void this.refresh())

  constructor(
    kind: Kind,
    givenId: string | undefined,
    api: ItemApi,
    drafts: Drafts,
    initial: Partial<Fields>,
  ) {
    this.kind = kind
    this.givenId = givenId
    this.api = api
    this.drafts = drafts
    this.initial = initial
    this.empty = { ...noFields, ...this.initial }
    this.view = emptyView(this.givenId, this.empty)
    this.saving = debounced(delayMs.save, delayMs.saveAtMost, () => void this.push())
  }

  readonly show = (change: Partial<View>) => {
    this.view = { ...this.view, ...change }
    for (const listener of this.listeners) listener()
  }

  readonly baseFields = () => (this.view.base ? fieldsOf(this.view.base) : this.empty)
  readonly isChanged = () => differing(this.kind, this.baseFields(), this.view.fields).length > 0

  enqueue(next: () => Promise<void>): Promise<void> {
    this.work = this.work.then(next)
    return this.work
  }

  readonly storeDraft = async (): Promise<void> => {
    this.storing.cancel()
    if (this.view.phase === 'saved' || this.view.phase === 'loading' || !this.isChanged()) return
    const { fields, base, id } = this.view
    const draft = { fields, base, etag: this.etag, at: Date.now() }
    const canStoreLocally = await isStored(this.drafts.save(draftKey(this.kind, id), draft))
    this.show({ canStoreLocally, isStoredLocally: canStoreLocally && this.view.fields === fields })
  }

  /** Ignores errors. A draft that could not be removed equals the server's version, so `load` ignores it. */
  readonly removeDraft = (id: string | undefined) =>
    this.drafts.remove(draftKey(this.kind, id)).catch(() => undefined)

  readonly load = (): Promise<void> => loadDocument(this)

  readonly adopt = ({ item, etag: tag }: Read, fields: Fields, phase: View['phase']): void => {
    this.etag = tag
    this.show({
      phase,
      id: item.id,
      status: item.status,
      base: item,
      fields,
      newer: undefined,
      merge: undefined,
      error: undefined,
    })
    this.watch.start(dueAt(item))
  }

  /** Accepts a newer version from the server, merges it with the author's text, or shows the conflict. */
  async reconcile(read: Read): Promise<void> {
    const { base, fields } = this.view
    const outcome = reconcile(this.kind, base ?? read.item, fields, read.item, this.pendingRequest)
    if (outcome.kind === 'conflict')
      return this.show({ phase: 'conflict', newer: read, merge: outcome.merge, savesMerge: outcome.saves })
    this.adopt(read, outcome.kind === 'merged' ? outcome.fields : fields, 'changed')
    if (outcome.notice) this.show({ notice: outcome.notice })
    if (this.pendingRequest && outcome.kind === 'merged')
      this.pendingRequest = { ...this.pendingRequest, fields: outcome.fields }
    return this.proceed()
  }

  /**
   * Sends the pending request. Drops a request to save a draft that was published since, because it would
   * publish the unsaved text.
   */
  readonly proceed = async (): Promise<void> => {
    if (!isStillValid(this.pendingRequest, this.view)) this.pendingRequest = undefined
    if (this.pendingRequest) return this.pushOnce()
    if (!this.isChanged()) return this.adoptStored(this.view.fields)
    await this.storeDraft()
    this.autosave()
  }

  readonly autosave = (): void => {
    if (isAutosaved(this.view.base) && this.view.fields.title.trim() !== '' && this.view.phase !== 'conflict')
      this.saving.call()
  }

  /** Saves after all earlier operations have ended. */
  push(): Promise<void> {
    this.saving.cancel()
    this.retrying.cancel()
    return this.enqueue(this.pushOnce)
  }

  readonly pushOnce = async (): Promise<void> => {
    const request = this.pendingRequest
    if (this.isBlocked() || !(request || isAutosaved(this.view.base))) return
    const sent = this.nextSave(request)
    if (this.view.base && isEmpty(sent.body)) return this.done(request, sent.fields)
    const isNew = this.view.base === undefined
    if (isNew) this.creation = sent
    this.show({ phase: 'saving', error: undefined })
    try {
      await this.send(sent.body)
      this.creation = undefined
      // A retried creation returns the result of the first attempt, so later changes need another save.
      if (
        isNew &&
        request &&
        (sent.fields !== request.fields || (request.status ?? this.view.status) !== this.view.status)
      )
        return this.pushOnce()
      this.done(request, sent.fields)
    } catch (error) {
      if (!isTransient(error)) this.creation = undefined
      await this.failed(error)
    }
  }

  isBlocked() {
    return ['conflict', 'loading', 'loadFailed'].includes(this.view.phase)
  }

  nextSave(request: Request | undefined): Save {
    if (this.creation) return this.creation
    const { base } = this.view
    const fields = request?.fields ?? this.view.fields
    const body = base ? changesBetween(this.kind, fieldsOf(base), fields) : creationOf(this.kind, fields)
    return { body: withStatus(body, request?.status, base?.status), fields }
  }

  done(request: Request | undefined, sent: Fields): void {
    if (this.pendingRequest === request) this.pendingRequest = undefined
    if (request && this.view.notice?.kind === 'restored') this.show({ notice: undefined })
    this.adoptStored(sent)
  }

  async send(body: Changes): Promise<void> {
    const { id: knownId, base } = this.view
    const id = knownId ?? (await this.api.create(body, this.creationKey))
    const changedAt = knownId === undefined ? undefined : await this.api.update(id, body, this.etag ?? '*')
    const read = await this.api.read(id)
    const after = base && changedItem(base, body)
    if (after && read.item.updatedAt !== changedAt && !hasSameText(this.kind, after, read.item)) {
      // Another client saved between our update and our read.
      this.show({ base: after })
      throw new NewerVersionError(read)
    }
    const notice = after && statusNotice(after, read.item)
    this.adopt(read, this.view.fields, 'saving')
    if (notice) this.show({ notice })
    if (knownId === undefined) await this.removeDraft(undefined)
  }

  /** Shows the saved values, except in fields that the author has changed since the request. */
  adoptStored(sent: Fields): void {
    if (!this.view.base) return
    const stored = fieldsOf(this.view.base)
    const names = Object.keys(stored) as FieldName[]
    const editedSince = Object.fromEntries(
      names
        .filter((name) => !isSame(this.view.fields[name], sent[name]))
        .map((name) => [name, this.view.fields[name]]),
    )
    this.show({ fields: { ...stored, ...editedSince }, phase: 'saved', hasRestoredDraft: false })
    if (this.isChanged()) {
      this.show({ phase: 'changed' })
      this.storing.call()
      this.autosave()
    } else void this.removeDraft(this.view.id)
  }

  async failed(error: unknown): Promise<void> {
    if (error instanceof NewerVersionError) return this.reconcile(error.read)
    if (error instanceof ApiError && error.code === 'PRECONDITION_FAILED' && this.view.id) {
      let read: Read
      try {
        read = await this.api.read(this.view.id)
      } catch (unread) {
        return this.failed(unread)
      }
      return this.reconcile(read)
    }
    if (isTransient(error)) {
      this.show({ phase: 'retrying', error })
      this.retrying.call()
    } else {
      this.pendingRequest = undefined
      this.show({ phase: 'failed', error })
    }
    await this.storeDraft()
  }

  /**
   * Reads the server's version and shows it. Exception: if the text changed both on the server and here, the
   * next save merges the changes.
   */
  readonly refreshOnce = async (): Promise<void> => {
    if (this.view.id === undefined || !['saved', 'changed', 'retrying', 'failed'].includes(this.view.phase))
      return
    // Ignores an error here: if the server stays unreachable, the next save reports it.
    const read = await this.api.read(this.view.id).catch(() => undefined)
    const { base, phase } = this.view
    if (!read || !base) return phase === 'retrying' ? this.retrying.call() : this.watch.start(dueAt(base))
    if (phase === 'retrying') return this.reconcile(read)
    if (read.etag === this.etag) return this.watch.start(dueAt(base))
    this.adoptRemote(base, read)
  }

  adoptRemote(base: Item, read: Read): void {
    const { fields, phase } = this.view
    if (hasSameText(this.kind, base, read.item)) {
      const notice = statusNotice(base, read.item)
      this.adopt(read, fields, phase)
      if (notice) this.show({ notice })
      if (this.isChanged()) this.autosave()
    } else if (!this.isChanged()) {
      this.adopt(read, fieldsOf(read.item), 'saved')
      this.show({ notice: { kind: 'merged', at: read.item.updatedAt } })
    }
  }

  readonly refresh = (): Promise<void> => this.enqueue(this.refreshOnce)

  /** Saves all fields, and the status if one is given. */
  readonly save = (status?: Status): Promise<void> => {
    this.pendingRequest = {
      fields: this.view.fields,
      seen: this.view.status,
      ...(status === undefined || status === this.view.status ? {} : { status }),
    }
    return this.push()
  }

  readonly retry = async (): Promise<void> => {
    if (this.view.phase !== 'retrying') return
    return this.pendingRequest || isAutosaved(this.view.base) ? this.push() : this.refresh()
  }
}
