/**
 * `npm run dead-letters`: events that failed permanently, of all services.
 *
 *     list               newest first
 *     replay ID|all      retries; the service must be running
 *     drop ID            deletes permanently, without effect
 *
 * Uses the database of DATABASE_URL; without it, that of the running standalone system.
 */

import { deadLetters } from '@typecase/messaging/events'
import { ConfigError } from '@typecase/runtime/config'
import { createLogger } from '@typecase/runtime/log'
import { openPostgres } from '@typecase/runtime/postgres'
import { directDatabase, standaloneConfig } from './config.ts'
import { runningDatabase } from './data-folder.ts'

/** Schemas with dead letters: every service that publishes or consumes events. */
export const schemas = ['identity', 'content', 'media', 'themes', 'publisher'] as const

export interface Letters {
  list(): Promise<string[]>
  /** Returns a description of the result. @throws ConfigError for an unknown id */
  replay(id: string): Promise<string>
  drop(id: string): Promise<string>
  close(): Promise<void>
}

export function allLetters(databaseUrl: string): Letters {
  const log = createLogger('dead-letters', 'error')
  const stores = schemas.map((schema) => {
    const postgres = openPostgres({ url: databaseUrl, schema, log, maxConnections: 1 })
    return { schema, postgres, letters: deadLetters(postgres) }
  })
  const first = async (id: string, action: 'replay' | 'drop') => {
    for (const { letters } of stores) if (await letters[action](id)) return
    throw new ConfigError([`there is no dead letter ${id}`])
  }
  const found = async () =>
    (
      await Promise.all(
        stores.map(async ({ schema, letters }) =>
          (await letters.list()).map((letter) => ({ schema, ...letter })),
        ),
      )
    ).flat()
  return {
    async list() {
      const rows = (await found()).toSorted((a, b) => b.failedAt.getTime() - a.failedAt.getTime())
      return rows.map(
        ({ id, consumer, type, failedAt, attempts, error, replaying }) =>
          `${id}  ${failedAt.toISOString()}  ${consumer}  ${type}  ${attempts} attempts  ${replaying ? '(replay requested) ' : ''}${error.split('\n')[0]}`,
      )
    },
    async replay(id) {
      const ids = id === 'all' ? (await found()).map((letter) => letter.id) : [id]
      for (const one of ids) await first(one, 'replay')
      return `requested the replay of ${ids.length}`
    },
    async drop(id) {
      await first(id, 'drop')
      return `dropped ${id}`
    },
    async close() {
      await Promise.all(stores.map(({ postgres }) => postgres.close()))
    },
  }
}

/** Runs the command line; returns the exit code. */
export async function runDeadLetters(
  args: readonly string[],
  env: NodeJS.ProcessEnv,
  print: (line: string) => void,
): Promise<number> {
  const [action = 'list', id = ''] = args
  const wanted = action === 'list' ? id === '' : (action === 'replay' || action === 'drop') && id !== ''
  if (!wanted) {
    print('usage: npm run dead-letters -- list | replay ID | replay all | drop ID')
    return 2
  }
  const letters = allLetters(await databaseUrl(env))
  try {
    if (action === 'list') {
      const lines = await letters.list()
      for (const line of lines) print(line)
      print(`${lines.length} dead letters`)
    } else print(await (action === 'replay' ? letters.replay(id) : letters.drop(id)))
    return 0
  } finally {
    await letters.close()
  }
}

async function databaseUrl(env: NodeJS.ProcessEnv): Promise<string> {
  const config = standaloneConfig(env, process.cwd())
  return directDatabase(config) ?? (await runningDatabase(config.TYPECASE_DATA))
}
