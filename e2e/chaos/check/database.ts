/** Checks events and media references in the tables of the services. */
import pg from 'pg'
import type { StoredItem } from './stored-state.ts'

const schemas = ['identity', 'content', 'media', 'themes', 'publisher'] as const

/** Consumers: name, schema, the schema whose outbox has their events, and the types of these events. */
const consumers = [
  ['media', 'media', 'content', '^content\\.(post|page)\\.(created|updated|published|unpublished|deleted)$'],
  [
    'publisher',
    'publisher',
    'content',
    '^content\\.(post|page)\\.(created|updated|published|unpublished|deleted)$|^content\\.settings\\.updated$',
  ],
  ['publisher', 'publisher', 'themes', '^themes\\.(theme\\.switched|theme\\.updated|menu\\.changed)$'],
  ['publisher', 'publisher', 'media', '^media\\.file\\.(stored|described|renditions_made|deleted)$'],
] as const

export interface Tables {
  /** Events that are unpublished, dead-lettered, or not handled by a consumer. Must become empty. */
  unfinished(): Promise<string[]>
  /** Posts and pages whose latest revision has no event. */
  withoutEvent(items: readonly StoredItem[]): Promise<string[]>
  /** All uses of media files that the media service has recorded. */
  references(): Promise<string[]>
  events(): Promise<number>
  close(): Promise<void>
}

export async function openTables(databaseUrl: string): Promise<Tables> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  const count = async (text: string, values: readonly unknown[] = []): Promise<number> =>
    Number(
      (await client.query<{ count: string }>(`select count(*) as count from ${text}`, [...values])).rows[0]
        ?.count,
    )
  return {
    async unfinished() {
      const found: string[] = []
      const note = (amount: number, what: string) => amount > 0 && found.push(`${amount} ${what}`)
      for (const schema of schemas) {
        note(
          await count(`${schema}.outbox where published_at is null`),
          `events of ${schema} are not published`,
        )
        note(await count(`${schema}.dead_letters`), `dead letters of ${schema}`)
      }
      for (const [consumer, schema, source, types] of consumers) {
        const missed = `${source}.outbox o where o.type ~ $1 and not exists
          (select from ${schema}.inbox i where i.consumer = $2 and i.event_id = o.id::text)`
        note(await count(missed, [types, consumer]), `events of ${source} were not handled by ${consumer}`)
      }
      return found
    },
    async withoutEvent(items) {
      const found: string[] = []
      for (const kind of ['post', 'page'] as const) {
        const { rows } = await client.query<{ id: string; revision: string; published: string | null }>(
          `select t.id, t.revision, max(o.revision) as published from content.${kind}s t
           left join content.outbox o on o.entity = $1 || t.id group by t.id, t.revision`,
          [`${kind}:`],
        )
        const titles = new Map(items.map(({ id, title }) => [id, title]))
        for (const { id, revision, published } of rows)
          if (titles.has(id) && revision !== published)
            found.push(`${titles.get(id)} has revision ${revision}, but its last event has ${published}`)
      }
      return found
    },
    async references() {
      const { rows } = await client.query<{ line: string }>(
        `select concat_ws(' ', item_type, item_id, reference_type, url, count) as line from media.file_uses order by line`,
      )
      return rows.map(({ line }) => line)
    },
    events: async () => {
      let all = 0
      for (const schema of schemas) all += await count(`${schema}.outbox`)
      return all
    },
    close: () => client.end(),
  }
}

/** Uses of media files in the content, in the format of {@link Tables.references}. */
export function usesIn(items: readonly StoredItem[]): string[] {
  const uses = items.flatMap(({ kind, id, content }) =>
    [...content.matchAll(/!\[[^\]]*\]\(([^)]+)\)/g)].map(([, url]) => `${kind} ${id} embedded ${url} 1`),
  )
  return uses.sort()
}
