/**
 * `npm run dead-letters`: lists, replays and deletes dead letters, which are events that failed permanently.
 *
 *     list               lists dead letters, newest first
 *     replay ID|all      retries one or all; the service that consumes the event must be running
 *     drop ID            deletes the event permanently without processing it
 *
 * Connects to DATABASE_URL; without it, to the database of the running standalone system.
 */

import { deadLetters } from '@typecase/messaging/events'
import { ConfigError } from '@typecase/runtime/config'
import { createLogger } from '@typecase/runtime/log'
import { openPostgres } from '@typecase/runtime/postgres'
import { directDatabase, standaloneConfig } from './config.ts'
import { runningDatabase } from './data-folder.ts'

/** Schemas with dead letters: every service that publishes or consumes events. */
export const schemas = ['identity', 'content', 'media', 'themes', 'publisher'] as const

export interface DeadLetters {
  list(): Promise<string[]>
  /** Returns a description of the result. @throws ConfigError for an unknown id */
  replay(id: string): Promise<string>
  drop(id: string): Promise<string>
  close(): Promise<void>
}

export function allDeadLetters(databaseUrl: string): DeadLetters {
  const log = createLogger('dead-letters', 'error')
  const stores = schemas.map((schema) => {
    const postgres = openPostgres({ url: databaseUrl, schema, log, maxConnections: 1 })
    return { schema, postgres, letters: deadLetters(postgres) }
  })
  const applyToOwner = async (id: string, action: 'replay' | 'drop') => {
    for (const { letters } of stores) if (await letters[action](id)) return
    throw new ConfigError([`there is no dead letter ${id}`])
  }
  const listAll = async () =>
    (
      await Promise.all(
        stores.map(async ({ schema, letters }) =>
          (await letters.list()).map((letter) => ({ schema, ...letter })),
        ),
      )
    ).flat()
  return {
    async list() {
      const rows = (await listAll()).toSorted((a, b) => b.failedAt.getTime() - a.failedAt.getTime())
      return rows.map(
        ({ id, consumer, type, failedAt, attempts, error, replaying }) =>
          `${id}  ${failedAt.toISOString()}  ${consumer}  ${type}  ${attempts} attempts  ${replaying ? '(replay requested) ' : ''}${error.split('\n')[0]}`,
      )
    },
    async replay(id) {
      const ids = id === 'all' ? (await listAll()).map((letter) => letter.id) : [id]
      for (const each of ids) await applyToOwner(each, 'replay')
      return `requested the replay of ${ids.length} dead ${ids.length === 1 ? 'letter' : 'letters'}`
    },
    async drop(id) {
      await applyToOwner(id, 'drop')
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
  const isValidUsage = action === 'list' ? id === '' : (action === 'replay' || action === 'drop') && id !== ''
  if (!isValidUsage) {
    print('usage: npm run dead-letters -- list | replay ID | replay all | drop ID')
    return 2
  }
  const deadLetters = allDeadLetters(await databaseUrl(env))
  try {
    if (action === 'list') {
      const lines = await deadLetters.list()
      for (const line of lines) print(line)
      print(`${lines.length} dead letters`)
    } else print(await (action === 'replay' ? deadLetters.replay(id) : deadLetters.drop(id)))
    return 0
  } finally {
    await deadLetters.close()
  }
}

async function databaseUrl(env: NodeJS.ProcessEnv): Promise<string> {
  const config = standaloneConfig(env, process.cwd())
  return directDatabase(config) ?? (await runningDatabase(config.TYPECASE_DATA))
}
