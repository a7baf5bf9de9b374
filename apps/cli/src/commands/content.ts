/** `post` and `page`: commands that list, print, create, update, publish and delete items. */
import { readFile } from 'node:fs/promises'
import {
  eachPage,
  eachPost,
  ifMatch,
  type ListItem,
  randomKey,
  type Tagged,
  tagged,
  unwrap,
  withKey,
} from '@typecase/client'
import { type Connection, readMatter, writeMatter } from '@typecase/transfer'
import type { Command } from 'commander'
import { type Context, connect, type GlobalOptions, print, table } from '../context.ts'

export type ContentType = 'post' | 'page'

interface ListOptions extends GlobalOptions {
  readonly status?: 'draft' | 'published'
  readonly limit: string
}

export function addContent(program: Command, context: Context, type: ContentType): void {
  const group = program.command(type).description(`list, print, create, update, publish and delete ${type}s`)
  group
    .command('list')
    .description('list items, newest first')
    .option('--status <status>', 'draft or published')
    .option('--limit <number>', 'maximum number of items', '50')
    .action(async (_options, command: Command) => {
      const options = command.optsWithGlobals<ListOptions>()
      const found: ListItem['frontmatter'][] = []
      for await (const { frontmatter } of listAll(connect(context, options), type, options.status)) {
        if (found.length >= Number(options.limit)) break
        found.push(frontmatter)
      }
      print(context, options, found, () =>
        table(found.map(({ id, status, slug, title }) => [id, status, slug, title])),
      )
    })
  group
    .command('get <id>')
    .description('print an item as Markdown with front matter')
    .action(async (id: string, _options, command: Command) => {
      const options = command.optsWithGlobals<GlobalOptions>()
      const { value } = await read(connect(context, options), type, id)
      const { content, ...metadata } = value
      print(context, options, value, () => [writeMatter(metadata, content).replace(/\n$/, '')])
    })
  addChanges(group, context, type)
}

function addChanges(group: Command, context: Context, type: ContentType): void {
  group
    .command('create <file>')
    .description('create an item from a Markdown file with front matter; - means standard input')
    .action(async (file: string, _options, command: Command) => {
      const options = command.optsWithGlobals<GlobalOptions>()
      const body = await bodyOf(file, context)
      const params = { header: withKey(randomKey()) }
      const { client } = connect(context, options)
      const { id } = await (type === 'post'
        ? unwrap(client.POST('/api/posts', { body, params }))
        : unwrap(client.POST('/api/pages', { body, params })))
      print(context, options, { id }, () => [id])
    })
  group
    .command('update <id> <file>')
    .description('update an item from a Markdown file; fail if another client changes the item meanwhile')
    .action(async (id: string, file: string, _options, command: Command) => {
      const options = command.optsWithGlobals<GlobalOptions>()
      const connection = connect(context, options)
      const { etag } = await read(connection, type, id)
      const params = { path: { id }, header: ifMatch(etag) }
      const body = await bodyOf(file, context)
      const { data } = await (type === 'post'
        ? unwrap(connection.client.PUT('/api/posts/{id}', { params, body }))
        : unwrap(connection.client.PUT('/api/pages/{id}', { params, body })))
      print(context, options, data, () => [`Updated ${data.slug}`])
    })
  for (const [name, action, description] of [
    ['publish', 'publish', 'publish items'],
    ['unpublish', 'draft', 'turn items into drafts'],
    ['delete', 'delete', 'delete items permanently'],
  ] as const)
    group
      .command(`${name} <id...>`)
      .description(description)
      .action(async (ids: string[], _options, command: Command) => {
        const options = command.optsWithGlobals<GlobalOptions>()
        await runBulk(context, options, type, action, ids)
      })
}

async function runBulk(
  context: Context,
  options: GlobalOptions,
  type: ContentType,
  action: 'publish' | 'draft' | 'delete',
  ids: readonly string[],
): Promise<void> {
  const { client } = connect(context, options)
  const params = { path: { contentType: `${type}s` as const } }
  const answer = await unwrap(
    client.POST('/api/bulk/{contentType}', { params, body: { action, ids: [...ids] } }),
  )
  print(context, options, answer, () =>
    table(answer.results.map(({ id, success }) => [id, success ? 'done' : 'failed'])),
  )
  if (!answer.success) throw new Error(answer.errors.map(({ id, error }) => `${id}: ${error}`).join('\n'))
}

interface FlatItem {
  readonly content: string
  readonly [field: string]: unknown
}

const read = ({ client }: Connection, type: ContentType, id: string): Promise<Tagged<FlatItem>> =>
  type === 'post'
    ? tagged(client.GET('/api/posts/{id}', { params: { path: { id }, query: { resolveRelated: false } } }))
    : tagged(client.GET('/api/pages/{id}', { params: { path: { id } } }))

const listAll = ({ client }: Connection, type: ContentType, status?: 'draft' | 'published') =>
  type === 'post'
    ? eachPost(client, { status, frontmatterOnly: true })
    : eachPage(client, { status, frontmatterOnly: true })

/** Reads a file. Omits fields that only the server sets, because the file may be the output of `get`. */
async function bodyOf(file: string, context: Context) {
  const text = file === '-' ? await context.stdin() : await readFile(file, 'utf8')
  const { fields, body } = readMatter(text, file)
  const {
    id: _id,
    createdAt: _created,
    updatedAt: _updated,
    relatedPostsData: _related,
    ...metadata
  } = fields
  return { metadata: metadata as { title: string }, content: body }
}
