/** Waits until the system agrees with itself, and then judges what it has kept. */
import { setTimeout as sleep } from 'node:timers/promises'
import type { Cluster } from '@typecase/cluster/start'
import { createLogger } from '@typecase/runtime/log'
import { composeCheck } from '../../services/media/src/compose-check.ts'
import { mediaConfig } from '../../services/media/src/config.ts'
import { type Api, eventually } from '../api.ts'
import { openTables, type Tables, usesIn } from './check/database.ts'
import { type Found, readAll } from './check/found.ts'
import { publishedSite, type Site } from './check/site.ts'
import type { Ledger } from './ledger.ts'

export interface Verdict {
  /** What was checked and everything that is wrong with it. */
  readonly checks: readonly (readonly [name: string, faults: readonly string[]])[]
  /** Milliseconds until events, references and the site agreed with what is stored; undefined when they never did. */
  readonly settledMs: number | undefined
  readonly items: number
  readonly events: number
}

export interface JudgeOptions {
  readonly cluster: Cluster
  readonly api: Api
  /** Without one, only whether the system agrees with itself. */
  readonly ledger?: Ledger
  /** Milliseconds within which the system must agree with itself. */
  readonly limitMs: number
  readonly print: (line: string) => void
}

/** How many times that long it is waited. */
const patience = 4

/** Milliseconds after which is read again what is there: a write whose answer nobody saw may be committed after it was read first. */
const readAgainMs = 5_000

/**
 * Whether every acknowledged write is there, and nothing else: all that a client of the API can see. Events, references and the
 * site are not waited for.
 */
export async function judgeKept({
  api,
  ledger,
  limitMs,
}: Required<Pick<JudgeOptions, 'api' | 'ledger' | 'limitMs'>>): Promise<Verdict> {
  const found = await eventually(
    'everything that is there',
    () => readAll(api).catch(() => undefined),
    limitMs,
  )
  return { settledMs: undefined, items: found.items.length, events: 0, checks: checksOf(ledger, found) }
}

const checksOf = (ledger: Ledger, found: Found): Verdict['checks'] => {
  const kept = ledger.faults(found.values)
  return [
    ['acknowledged writes lost', kept.lost],
    ['effects done twice', kept.doubled],
    ['effects without a request', kept.uncalled],
    ['invariants broken', found.faults],
  ]
}

export async function judge({ cluster, api, ledger, limitMs, print }: JudgeOptions): Promise<Verdict> {
  const began = Date.now()
  const tables = await openTables(cluster.databaseUrl)
  try {
    const site = publishedSite(cluster)
    // A connection that died with a process may be found out by the first who uses it.
    let found = await eventually(
      'everything that is there',
      () => readAll(api).catch(() => undefined),
      limitMs,
    )
    // Longer than it may take, to tell what comes late from what never comes.
    let unsettled = await disagreements(tables, site, found)
    let readAt = Date.now()
    while (unsettled.length > 0 && Date.now() - began < patience * limitMs) {
      if (Date.now() - readAt > readAgainMs) {
        print(
          `not settled yet: ${unsettled[0]}${unsettled.length > 1 ? ` and ${unsettled.length - 1} more` : ''}`,
        )
        found = (await readAll(api).catch(() => undefined)) ?? found
        readAt = Date.now()
      }
      await sleep(250)
      unsettled = await disagreements(tables, site, found)
    }
    const settledMs = unsettled.length === 0 ? Date.now() - began : undefined
    const late =
      settledMs !== undefined && settledMs > limitMs
        ? [`all agreed only after ${Math.round(settledMs / 1000)} s`]
        : []
    return {
      settledMs,
      items: found.items.length,
      events: await tables.events(),
      checks: [
        ...(ledger ? checksOf(ledger, found) : []),
        ['changes without their event', await tables.withoutEvent(found.items)],
        [`not settled within ${Math.round(limitMs / 1000)} s`, [...unsettled, ...late]],
        ['references unlike recomputed ones', await unlikeRecomputed(cluster, api, tables)],
        ['site unlike a clean build', await site.unlikeClean(api)],
      ],
    }
  } finally {
    await tables.close()
  }
}

/** The cheap questions first: asking must not be what the system is busy with. */
async function disagreements(tables: Tables, site: Site, { items }: Found): Promise<string[]> {
  const events = await tables.unsettled()
  if (events.length > 0) return events
  const uses = unlike(usesIn(items), await tables.references())
  return uses.length > 0 ? uses : await site.stale(items)
}

/** Lets media read all uses of files out of content anew, as `npm run check-media -- --references` does. */
async function unlikeRecomputed(cluster: Cluster, api: Api, tables: Tables): Promise<string[]> {
  const before = await tables.references()
  const { forgetReferences, close } = composeCheck(
    mediaConfig({ ...cluster.environment('media') }),
    createLogger('chaos', 'error'),
  )
  await forgetReferences().finally(close)
  const { body } = await api.ok('GET', '/api/media?type=all&limit=1')
  const [file] = body.data as unknown as readonly { readonly id: string }[]
  // A question is answered only when media has read everything; till then it is put off.
  const isRead = async () => (await api.request('GET', `/api/media/${file?.id}/references`)).status === 200
  if (file) await eventually('references that are read anew', isRead, 60_000)
  return unlike(await tables.references(), before)
}

function unlike(wanted: readonly string[], found: readonly string[]): string[] {
  const [those, these] = [new Set(wanted), new Set(found)]
  return [
    ...wanted.filter((line) => !these.has(line)).map((line) => `media does not know of: ${line}`),
    ...found.filter((line) => !those.has(line)).map((line) => `media believes in: ${line}`),
  ]
}
