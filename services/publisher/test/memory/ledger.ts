import { generationRunning, leaseLost } from '../../src/core/errors.ts'
import type { SiteFact } from '../../src/core/releases/events.ts'
import type { Generation } from '../../src/core/releases/generation.ts'
import type { GenerationLedger, GenerationRun } from '../../src/core/releases/generation-ledger.ts'
import { fewJoined } from '../../src/core/reports/note-changes.ts'

export interface MemoryLedger extends GenerationLedger {
  /** Recorded events in order. */
  readonly facts: readonly SiteFact[]
}

type Row = Generation & {
  readonly dueAt: Date
  readonly latestAt: Date
  /** Number of requests that joined after the first one. */
  readonly joined: number
  readonly token?: number
}

export function memoryGenerationLedger(): MemoryLedger {
  const rows = new Map<string, Row>()
  const facts: SiteFact[] = []
  let lastToken = 0
  let hold: Date | undefined
  const dueOf = ({ trigger, dueAt }: Row) => (trigger === 'event' && hold && hold > dueAt ? hold : dueAt)
  /** Resolves when the work of `betweenGenerations` has ended. */
  let betweenEnded: Promise<unknown> = Promise.resolve()
  /** Resolves when the lock on the running generation is released. */
  let runUnlocked: Promise<unknown> = Promise.resolve()
  const newToken = (at: Date) => {
    lastToken = Math.max(lastToken + 1, at.getTime())
    return lastToken
  }
  const waiting = () => [...rows.values()].filter(({ state }) => state === 'queued')
  const change = (id: string, changes: Partial<Row>) => {
    const row = rows.get(id)
    if (row) rows.set(id, { ...row, ...changes })
  }
  const same = (a: Pick<Row, 'trigger' | 'options'>, b: Pick<Row, 'trigger' | 'options'>) =>
    a.trigger === b.trigger &&
    (a.trigger === 'event' || JSON.stringify(a.options) === JSON.stringify(b.options))
  const isRunning = ({ id, token }: GenerationRun) =>
    rows.get(id)?.state === 'running' && rows.get(id)?.token === token
  const requeue = (id: string, dueAt: Date) => {
    const row = rows.get(id)
    if (row?.state !== 'running' && row?.state !== 'queued') return
    for (const other of waiting()) if (other.id !== id && same(other, row)) rows.delete(other.id)
    change(id, {
      state: 'queued',
      dueAt,
      startedAt: null,
      options: row.trigger === 'event' ? null : row.options,
    })
  }
  return {
    facts,
    async request({
      id,
      trigger,
      options,
      dueAt,
      latestAt = dueAt,
      debounce,
      burstDueAt = dueAt,
      requests = 1,
    }) {
      const queuedRow = waiting().find((row) => same(row, { trigger, options }))
      if (queuedRow) {
        const joined = queuedRow.joined + requests
        const dueMs = Math.max(Number(queuedRow.dueAt), Number(joined > fewJoined ? burstDueAt : dueAt))
        const extensionMs = debounce ? Math.min(debounce.mostMs, debounce.eachMs * joined) : 0
        change(queuedRow.id, {
          joined,
          dueAt: new Date(Math.min(dueMs, Number(queuedRow.latestAt) + extensionMs)),
        })
      } else
        rows.set(id, {
          id,
          state: 'queued',
          trigger,
          options,
          dueAt: requests - 1 > fewJoined ? burstDueAt : dueAt,
          latestAt,
          joined: requests - 1,
          pagesDone: 0,
          pagesTotal: 0,
          pagesWritten: 0,
          attempts: 0,
          startedAt: null,
          finishedAt: null,
          errors: [],
        })
      return rows.get(queuedRow?.id ?? id) as Row
    },
    async overview() {
      const all = [...rows.values()]
      const ended = all
        .filter(({ finishedAt }) => finishedAt)
        .toReversed()
        .sort((a, b) => Number(b.finishedAt) - Number(a.finishedAt))
      return {
        current:
          all.find(({ state }) => state === 'running') ??
          waiting().toSorted((a, b) => Number(a.dueAt) - Number(b.dueAt))[0],
        last: ended[0],
        lastSuccess: ended.find(({ state }) => state === 'succeeded'),
      }
    },
    async recover(now) {
      await runUnlocked
      for (const { id, state } of [...rows.values()]) if (state === 'running') requeue(id, now)
    },
    async next(now) {
      const due = waiting().find((row) => dueOf(row) <= now)
      if (due) return { generation: due }
      const [nextRow] = waiting().toSorted((a, b) => Number(dueOf(a)) - Number(dueOf(b)))
      return nextRow && { dueAt: dueOf(nextRow) }
    },
    async start(id, options, at) {
      await betweenEnded
      const row = rows.get(id)
      if (row?.state !== 'queued') throw leaseLost()
      const token = newToken(at)
      const counts = { pagesDone: 0, pagesTotal: 0, pagesWritten: 0 }
      change(id, {
        state: 'running',
        options,
        startedAt: at,
        attempts: row.attempts + 1,
        token,
        errors: [],
        ...counts,
      })
      return token
    },
    async progress(id, { pagesDone, pagesTotal, pagesWritten }) {
      if (rows.get(id)?.state === 'running') change(id, { pagesDone, pagesTotal, pagesWritten })
    },
    async postpone(id, dueAt, token, errors = []) {
      await runUnlocked
      if (token !== undefined && !isRunning({ id, token })) return
      requeue(id, dueAt)
      change(id, { errors })
    },
    async drop(id) {
      if (rows.get(id)?.state === 'queued') rows.delete(id)
    },
    async whileRunning(run, work) {
      if (!isRunning(run)) throw leaseLost()
      const done = Promise.resolve().then(work)
      runUnlocked = done.catch(() => undefined)
      await done
    },
    async finish(run, { fact, ...end }) {
      if (!isRunning(run)) throw leaseLost()
      change(run.id, { errors: [], ...end })
      facts.push(fact)
    },
    async betweenGenerations(at, work) {
      if (
        [...rows.values()].some(
          ({ state, attempts }) => state === 'running' || (state === 'queued' && attempts === 0),
        )
      )
        throw generationRunning()
      const token = newToken(at)
      const done = Promise.resolve().then(() => work(token))
      betweenEnded = done.catch(() => undefined)
      return done
    },
    hold: async (until) => {
      hold = until
    },
    heldUntil: async () => hold,
    wasRequested: async () => [...rows.values()].some(({ trigger }) => trigger === 'manual'),
  }
}
