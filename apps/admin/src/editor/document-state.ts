/** One open post or page: what the author wrote, what the server has, and what is under way between them. */
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
import { isStillMeant, meeting } from './meeting.ts'
import {
  type ItemApi,
  isEmpty,
  isPassing,
  NewerVersion,
  type Read,
  type Request,
  type Save,
  withStatus,
} from './requests.ts'
import { statusWatch } from './status-watch.ts'
import { dueAt, emptyView, hasSameText, savesByItself, statusNotice, type View } from './view.ts'

/** Milliseconds. */
const pause = { keep: 300, keepAtMost: 1_000, save: 2_500, saveAtMost: 10_000, retry: 4_000 }

export class DocumentState {
  readonly kind
  readonly givenId
  readonly api
  readonly drafts
  readonly initial
  readonly empty
  view: View
  etag: string | undefined
  /** What the author asked for and the server has not done yet. */
  wanted: Request | undefined
  /** What was sent to be created: a second try must send the same. */
  creation: Save | undefined
  readonly saving
  readonly listeners = new Set<() => void>()
  readonly creationKey = randomId()
  work: Promise<void> = Promise.resolve()
  readonly keeping = debounced(pause.keep, pause.keepAtMost, () => void this.keep())
  readonly retrying = debounced(pause.retry, pause.retry, () => void this.retry())
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
    this.saving = debounced(pause.save, pause.saveAtMost, () => void this.push())
  }

  readonly show = (change: Partial<View>) => {
    this.view = { ...this.view, ...change }
    for (const listener of this.listeners) listener()
  }

  readonly before = () => (this.view.base ? fieldsOf(this.view.base) : this.empty)
  readonly isChanged = () => differing(this.kind, this.before(), this.view.fields).length > 0

  inTurn(next: () => Promise<void>): Promise<void> {
    this.work = this.work.then(next)
    return this.work
  }

  readonly keep = async (): Promise<void> => {
    this.keeping.cancel()
    if (this.view.phase === 'saved' || this.view.phase === 'loading' || !this.isChanged()) return
    const { fields, base, id } = this.view
    const draft = { fields, base, etag: this.etag, at: Date.now() }
    const canKeep = await isStored(this.drafts.keep(draftKey(this.kind, id), draft))
    this.show({ canKeep, isKept: canKeep && this.view.fields === fields })
  }

  /** What stays there though it is on the server is found to be the same when it is read. */
  readonly drop = (id: string | undefined) => this.drafts.drop(draftKey(this.kind, id)).catch(() => undefined)

  readonly load = (): Promise<void> => loadDocument(this)

  readonly take = ({ item, etag: tag }: Read, fields: Fields, phase: View['phase']): void => {
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

  /** Brings a newer version from the server and the author's text together. */
  async meet(read: Read): Promise<void> {
    const { base, fields } = this.view
    const met = meeting(this.kind, base ?? read.item, fields, read.item, this.wanted)
    if (met.kind === 'conflict')
      return this.show({ phase: 'conflict', newer: read, merge: met.merge, savesMerge: met.saves })
    this.take(read, met.kind === 'merged' ? met.fields : fields, 'changed')
    if (met.notice) this.show({ notice: met.notice })
    if (this.wanted && met.kind === 'merged') this.wanted = { ...this.wanted, fields: met.fields }
    return this.proceed()
  }

  /** Goes on with what the author asked for, unless readers would see what was meant for a draft. */
  readonly proceed = async (): Promise<void> => {
    if (!isStillMeant(this.wanted, this.view)) this.wanted = undefined
    if (this.wanted) return this.pushOnce()
    if (!this.isChanged()) return this.settle(this.view.fields)
    await this.keep()
    this.autosave()
  }

  readonly autosave = (): void => {
    if (
      savesByItself(this.view.base) &&
      this.view.fields.title.trim() !== '' &&
      this.view.phase !== 'conflict'
    )
      this.saving.call()
  }

  /** Puts it on the server, in turn. */
  push(): Promise<void> {
    this.saving.cancel()
    this.retrying.cancel()
    return this.inTurn(this.pushOnce)
  }

  readonly pushOnce = async (): Promise<void> => {
    const request = this.wanted
    if (this.isBlocked() || !(request || savesByItself(this.view.base))) return
    const sent = this.nextSave(request)
    if (this.view.base && isEmpty(sent.body)) return this.done(request, sent.fields)
    const isNew = this.view.base === undefined
    if (isNew) this.creation = sent
    this.show({ phase: 'saving', error: undefined })
    try {
      await this.send(sent.body)
      this.creation = undefined
      // A second try of a creation says what the first said: what the author has asked for since comes after it.
      if (
        isNew &&
        request &&
        (sent.fields !== request.fields || (request.status ?? this.view.status) !== this.view.status)
      )
        return this.pushOnce()
      this.done(request, sent.fields)
    } catch (error) {
      if (!isPassing(error)) this.creation = undefined
      await this.failed(error)
    }
  }

  isBlocked() {
    return ['conflict', 'loading', 'unread'].includes(this.view.phase)
  }

  nextSave(request: Request | undefined): Save {
    if (this.creation) return this.creation
    const { base } = this.view
    const fields = request?.fields ?? this.view.fields
    const body = base ? changesBetween(this.kind, fieldsOf(base), fields) : creationOf(this.kind, fields)
    return { body: withStatus(body, request?.status, base?.status), fields }
  }

  done(request: Request | undefined, sent: Fields): void {
    if (this.wanted === request) this.wanted = undefined
    if (request && this.view.notice?.kind === 'restored') this.show({ notice: undefined })
    this.settle(sent)
  }

  async send(body: Changes): Promise<void> {
    const { id: known, base } = this.view
    const id = known ?? (await this.api.create(body, this.creationKey))
    const changedAt = known === undefined ? undefined : await this.api.update(id, body, this.etag ?? '*')
    const read = await this.api.read(id)
    const after = base && changedItem(base, body)
    if (after && read.item.updatedAt !== changedAt && !hasSameText(this.kind, after, read.item)) {
      // Another change came between ours and our look at it.
      this.show({ base: after })
      throw new NewerVersion(read)
    }
    const notice = after && statusNotice(after, read.item)
    this.take(read, this.view.fields, 'saving')
    if (notice) this.show({ notice })
    if (known === undefined) await this.drop(undefined)
  }

  /** What the server made of it is taken over where the author has not gone on. */
  settle(sent: Fields): void {
    if (!this.view.base) return
    const stored = fieldsOf(this.view.base)
    const names = Object.keys(stored) as FieldName[]
    const goneOn = Object.fromEntries(
      names
        .filter((name) => !isSame(this.view.fields[name], sent[name]))
        .map((name) => [name, this.view.fields[name]]),
    )
    this.show({ fields: { ...stored, ...goneOn }, phase: 'saved', isRestored: false })
    if (this.isChanged()) {
      this.show({ phase: 'changed' })
      this.keeping.call()
      this.autosave()
    } else void this.drop(this.view.id)
  }

  async failed(error: unknown): Promise<void> {
    if (error instanceof NewerVersion) return this.meet(error.read)
    if (error instanceof ApiError && error.code === 'PRECONDITION_FAILED' && this.view.id) {
      let read: Read
      try {
        read = await this.api.read(this.view.id)
      } catch (unread) {
        return this.failed(unread)
      }
      return this.meet(read)
    }
    if (isPassing(error)) {
      this.show({ phase: 'waiting', error })
      this.retrying.call()
    } else {
      this.wanted = undefined
      this.show({ phase: 'failed', error })
    }
    await this.keep()
  }

  /** Looks at the server's version: a change that leaves the author's text alone is taken over. The next save meets any other. */
  readonly refreshOnce = async (): Promise<void> => {
    if (this.view.id === undefined || !['saved', 'changed', 'waiting', 'failed'].includes(this.view.phase))
      return
    // Only a look: what is wrong with the server is reported by the next save.
    const read = await this.api.read(this.view.id).catch(() => undefined)
    const { base, phase } = this.view
    if (!read || !base) return phase === 'waiting' ? this.retrying.call() : this.watch.start(dueAt(base))
    if (phase === 'waiting') return this.meet(read)
    if (read.etag === this.etag) return this.watch.start(dueAt(base))
    this.look(base, read)
  }

  look(base: Item, read: Read): void {
    const { fields, phase } = this.view
    if (hasSameText(this.kind, base, read.item)) {
      const notice = statusNotice(base, read.item)
      this.take(read, fields, phase)
      if (notice) this.show({ notice })
      if (this.isChanged()) this.autosave()
    } else if (!this.isChanged()) {
      this.take(read, fieldsOf(read.item), 'saved')
      this.show({ notice: { kind: 'merged', at: read.item.updatedAt } })
    }
  }

  readonly refresh = (): Promise<void> => this.inTurn(this.refreshOnce)

  /** What the author asks for: everything, with that status if one is named. */
  readonly save = (status?: Status): Promise<void> => {
    this.wanted = {
      fields: this.view.fields,
      seen: this.view.status,
      ...(status === undefined || status === this.view.status ? {} : { status }),
    }
    return this.push()
  }

  /** What could not be saved is tried again. */
  readonly retry = async (): Promise<void> => {
    if (this.view.phase !== 'waiting') return
    return this.wanted || savesByItself(this.view.base) ? this.push() : this.refresh()
  }
}
