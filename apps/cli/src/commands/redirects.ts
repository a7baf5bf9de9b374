/** `redirect`: manages redirects (docs/redirects.md). */
import { readFile } from 'node:fs/promises'
import { basename } from 'node:path'
import { unwrap } from '@typecase/client'
import type { Connection } from '@typecase/transfer'
import type { Command } from 'commander'
import { type Context, connect, type GlobalOptions, type Outcome, print, table } from '../context.ts'
import { exitCodes } from '../exit-codes.ts'

interface Redirect {
  readonly id: string
  readonly from: string
  readonly to: string | null
  readonly status: number
}

interface ListOptions extends GlobalOptions {
  readonly search?: string
}

interface WriteOptions extends GlobalOptions {
  readonly status?: string
}

/** Redirects per request. */
const pageSize = 100

export function addRedirects(program: Command, context: Context, outcome: Outcome): void {
  const group = program.command('redirect').description('list, create, update, delete and import redirects')
  group
    .command('list')
    .option('--search <text>', 'only redirects with this text in the address or the target')
    .action(async (_options, command: Command) => {
      const options = command.optsWithGlobals<ListOptions>()
      const found = await listAll(connect(context, options), options.search)
      print(context, options, found, () =>
        table(found.map(({ id, status, from, to }) => [id, status, from, to ?? ''])),
      )
    })
  group
    .command('create <from> [to]')
    .description('create a redirect; without a target the address returns 410 Gone')
    .option('--status <status>', '301, 302, 308 or 410')
    .action(async (from: string, to: string | undefined, _options, command: Command) => {
      const options = command.optsWithGlobals<WriteOptions>()
      const status = options.status === undefined && to === undefined ? 410 : statusOf(options)
      const body = { from, ...targetOf(to), ...(status === undefined ? {} : { status }) }
      const { data } = await unwrap(connect(context, options).client.POST('/api/redirects', { body }))
      print(context, options, data, () => [data.id])
    })
  group
    .command('update <id> [to]')
    .option('--status <status>', '301, 302, 308 or 410')
    .action(async (id: string, to: string | undefined, _options, command: Command) => {
      const options = command.optsWithGlobals<WriteOptions>()
      const status = statusOf(options)
      const body = { ...targetOf(to), ...(status === undefined ? {} : { status }) }
      const params = { path: { id } }
      const { client } = connect(context, options)
      const { data } = await unwrap(client.PUT('/api/redirects/{id}', { params, body }))
      print(context, options, data, () => [`Updated the redirect ${id}`])
    })
  group.command('delete <id>').action(async (id: string, _options, command: Command) => {
    const { client } = connect(context, command.optsWithGlobals<GlobalOptions>())
    await unwrap(client.DELETE('/api/redirects/{id}', { params: { path: { id } } }))
    context.output.message(`Deleted the redirect ${id}`)
  })
  addImport(group, context, outcome)
}

function addImport(group: Command, context: Context, outcome: Outcome): void {
  group
    .command('import <csv>')
    .description('import a CSV file with the columns from,to,status; invalid lines are reported and skipped')
    .action(async (file: string, _options, command: Command) => {
      const options = command.optsWithGlobals<GlobalOptions>()
      const form = new FormData()
      form.set('file', new Blob([new Uint8Array(await readFile(file))]), basename(file))
      const { client } = connect(context, options)
      const body = { file }
      const { created, replaced, unchanged, refused } = await unwrap(
        client.POST('/api/redirects/import', { body, bodySerializer: () => form }),
      )
      const result = { created, replaced, unchanged, refused }
      print(context, options, result, () => [
        `${created} created, ${replaced} replaced, ${unchanged} unchanged`,
      ])
      for (const { line, message } of refused) context.output.message(`line ${line}: ${message}`)
      if (refused.length > 0) outcome.code = exitCodes.partial
    })
}

async function listAll({ client }: Connection, q: string | undefined): Promise<readonly Redirect[]> {
  const found: Redirect[] = []
  for (let offset = 0, total = 1; offset < total; offset += pageSize) {
    const query = { limit: pageSize, offset, ...(q === undefined ? {} : { q }) }
    const page = await unwrap(client.GET('/api/redirects', { params: { query } }))
    found.push(...page.data)
    total = page.total
  }
  return found
}

const targetOf = (to: string | undefined): { to?: string } => (to === undefined ? {} : { to })

const statusOf = ({ status }: WriteOptions): number | undefined =>
  status === undefined ? undefined : Number(status)
