/** Waits until all parts of the system are consistent, and checks the result. */
import { setTimeout as sleep } from 'node:timers/promises'
import type { Cluster } from '@typecase/cluster/start'
import { createLogger } from '@typecase/runtime/log'
import { composeCheck } from '../../services/media/src/compose-check.ts'
import { mediaConfig } from '../../services/media/src/config.ts'
import { type Api, eventually } from '../api.ts'
import { openTables, type Tables, usesIn } from './check/database.ts'
import { publishedSite, type Site } from './check/site.ts'
import { readAll, type StoredState } from './check/stored-state.ts'
import type { Ledger } from './ledger.ts'

export interface Verdict {
  readonly checks: readonly (readonly [name: string, errors: readonly string[]])[]
  /**
   * Milliseconds until events, references and the site matched the stored content; undefined if they never
   * did.
   */
  readonly completedMs: number | undefined
  readonly items: number
  readonly events: number
}

export interface JudgeOptions {
  readonly cluster: Cluster
  readonly api: Api
  /** The acknowledged writes. Without them, only consistency is checked. */
  readonly ledger?: Ledger
  /** Milliseconds within which all parts must become consistent. */
  readonly limitMs: number
  readonly print: (line: string) => void
}

/** Waits up to this multiple of `limitMs`, to distinguish late consistency from none. */
const patience = 4

/**
 * Milliseconds after which the state is read again, because a write without a response may have been
 * committed after the first read.
 */
const readAgainMs = 5_000

/**
 * Checks through the API that exactly the acknowledged writes are stored. Does not check events, references
 * or the site.
 */
export async function judgeStored({
  api,
  ledger,
  limitMs,
}: Required<Pick<JudgeOptions, 'api' | 'ledger' | 'limitMs'>>): Promise<Verdict> {
  const found = await eventually('the final state', () => readAll(api).catch(() => undefined), limitMs)
  return { completedMs: undefined, items: found.items.length, events: 0, checks: checksOf(ledger, found) }
}

const checksOf = (ledger: Ledger, found: StoredState): Verdict['checks'] => {
  const wrong = ledger.errors(found.values)
  return [
    ['acknowledged writes lost', wrong.lost],
    ['effects applied more than once', wrong.doubled],
    ['effects without a request', wrong.unrequested],
    ['invariants broken', found.errors],
  ]
}

export async function judge({ cluster, api, ledger, limitMs, print }: JudgeOptions): Promise<Verdict> {
  const began = Date.now()
  const tables = await openTables(cluster.databaseUrl)
  try {
    const site = publishedSite(cluster)
    // Retries, because the first request may use a connection to a killed process.
    let found = await eventually('the final state', () => readAll(api).catch(() => undefined), limitMs)
    // Waits longer than the limit; see `patience`.
    let unfinished = await disagreements(tables, site, found)
    let readAt = Date.now()
    while (unfinished.length > 0 && Date.now() - began < patience * limitMs) {
      if (Date.now() - readAt > readAgainMs) {
        print(
          `not consistent yet: ${unfinished[0]}${unfinished.length > 1 ? ` and ${unfinished.length - 1} more` : ''}`,
        )
        found = (await readAll(api).catch(() => undefined)) ?? found
        readAt = Date.now()
      }
      await sleep(250)
      unfinished = await disagreements(tables, site, found)
    }
    const completedMs = unfinished.length === 0 ? Date.now() - began : undefined
    const late =
      completedMs !== undefined && completedMs > limitMs
        ? [`everything was consistent only after ${Math.round(completedMs / 1000)} s`]
        : []
    return {
      completedMs,
      items: found.items.length,
      events: await tables.events(),
      checks: [
        ...(ledger ? checksOf(ledger, found) : []),
        ['changes without their event', await tables.withoutEvent(found.items)],
        [`not completed within ${Math.round(limitMs / 1000)} s`, [...unfinished, ...late]],
        [
          'references that differ from recomputed ones',
          await differencesFromRecomputed(cluster, api, tables),
        ],
        ['site files that differ from a clean build', await site.differencesFromCleanBuild(api)],
      ],
    }
  } finally {
    await tables.close()
  }
}

/** Runs the cheap checks first, so that polling does not keep the system busy. */
async function disagreements(tables: Tables, site: Site, { items }: StoredState): Promise<string[]> {
  const events = await tables.unfinished()
  if (events.length > 0) return events
  const uses = differences(usesIn(items), await tables.references())
  return uses.length > 0 ? uses : await site.stale(items)
}

/** Makes media re-read all references, as `npm run check-media -- --references` does. */
async function differencesFromRecomputed(cluster: Cluster, api: Api, tables: Tables): Promise<string[]> {
  const before = await tables.references()
  const { forgetReferences, close } = composeCheck(
    mediaConfig({ ...cluster.environment('media') }),
    createLogger('chaos', 'error'),
  )
  await forgetReferences().finally(close)
  const { body } = await api.ok('GET', '/api/media?type=all&limit=1')
  const [file] = body.data as unknown as readonly { readonly id: string }[]
  // Media rejects the request until it has read all content.
  const isRead = async () => (await api.request('GET', `/api/media/${file?.id}/references`)).status === 200
  if (file) await eventually('recomputed references', isRead, 60_000)
  return differences(await tables.references(), before)
}

function differences(expected: readonly string[], found: readonly string[]): string[] {
  const [expectedLines, foundLines] = [new Set(expected), new Set(found)]
  return [
    ...expected.filter((line) => !foundLines.has(line)).map((line) => `media lacks: ${line}`),
    ...found
      .filter((line) => !expectedLines.has(line))
      .map((line) => `media has a use that is not in the content: ${line}`),
  ]
}
