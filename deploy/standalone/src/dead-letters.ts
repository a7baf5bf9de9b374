/**
 * `npm run dead-letters`: messages that no try could handle, of all services.
 *
 *     list               newest first
 *     replay ID|all      another try; the service must be running
 *     drop ID            gone for good, without its effect
 *
 * The database is the one that DATABASE_URL names; without it the running standalone system's.
 */

import { deadLetters } from '@typecase/messaging/events'
import { ConfigError } from '@typecase/runtime/config'
import { createLogger } from '@typecase/runtime/log'
import { openPostgres } from '@typecase/runtime/postgres'
import { directDatabase, standaloneConfig } from './config.ts'
import { runningDatabase } from './data-folder.ts'

/** Every schema that has dead letters: each service that sends or listens. */
export const schemas = ['identity', 'content', 'media', 'themes', 'publisher'] as const

export interface Letters {
  list(): Promise<string[]>
  /** Says what was done. @throws ConfigError when there is no such letter */
  replay(id: string): Promise<string>
  drop(id: string): Promise<string>
  close(): Promise<void>
}

/** The dead letters of all services in that database. */
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
          `${id}  ${failedAt.toISOString()}  ${consumer}  ${type}  ${attempts} tries  ${replaying ? '(replay asked) ' : ''}${error.split('\n')[0]}`,
      )
    },
    async replay(id) {
      const ids = id === 'all' ? (await found()).map((letter) => letter.id) : [id]
      for (const one of ids) await first(one, 'replay')
      return `asked for another try of ${ids.length}`
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

/** Runs the command line; answers the exit code. */
export async function runDeadLetters(
  args: readonly string[],
  env: NodeJS.ProcessEnv,
  say: (line: string) => void,
): Promise<number> {
  const [action = 'list', id = ''] = args
  const wanted = action === 'list' ? id === '' : (action === 'replay' || action === 'drop') && id !== ''
  if (!wanted) {
    say('usage: npm run dead-letters -- list | replay ID | replay all | drop ID')
    return 2
  }
  const letters = allLetters(await databaseUrl(env))
  try {
    if (action === 'list') {
      const lines = await letters.list()
      for (const line of lines) say(line)
      say(`${lines.length} dead letters`)
    } else say(await (action === 'replay' ? letters.replay(id) : letters.drop(id)))
    return 0
  } finally {
    await letters.close()
  }
}

async function databaseUrl(env: NodeJS.ProcessEnv): Promise<string> {
  const config = standaloneConfig(env, process.cwd())
  return directDatabase(config) ?? (await runningDatabase(config.TYPECASE_DATA))
}
