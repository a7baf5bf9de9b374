/** `media`: lists, uploads and deletes media files. */
import { readFile } from 'node:fs/promises'
import { basename } from 'node:path'
import { unwrap } from '@typecase/client'
import { uploadFile } from '@typecase/transfer'
import type { Command } from 'commander'
import { type Context, connect, type GlobalOptions, print, table } from '../context.ts'

export function addMedia(program: Command, context: Context): void {
  const group = program.command('media').description('list, upload and delete files')
  group
    .command('list')
    .option('--type <type>', 'image, document or all', 'all')
    .option('--limit <number>', 'maximum number of files', '50')
    .action(async (_options, command: Command) => {
      const options = command.optsWithGlobals<
        GlobalOptions & { type: 'image' | 'document' | 'all'; limit: string }
      >()
      const query = { type: options.type, limit: Number(options.limit) }
      const { data } = await unwrap(connect(context, options).client.GET('/api/media', { params: { query } }))
      print(context, options, data, () => table(data.map(({ id, size, url, alt }) => [id, size, url, alt])))
    })
  group.command('get <id>').action(async (id: string, _options, command: Command) => {
    const options = command.optsWithGlobals<GlobalOptions>()
    const { client } = connect(context, options)
    const { data } = await unwrap(client.GET('/api/media/{id}', { params: { path: { id } } }))
    print(context, options, data, () => table(Object.entries(data)))
  })
  group
    .command('upload <file...>')
    .option('--alt <text>', 'alternative text')
    .action(async (files: string[], _options, command: Command) => {
      const options = command.optsWithGlobals<GlobalOptions & { alt?: string }>()
      const { client } = connect(context, options)
      for (const file of files) {
        const data = await uploadFile(client, await readFile(file), basename(file), { alt: options.alt })
        print(context, options, data, () => [data.url])
      }
    })
  group
    .command('delete <id>')
    .option('--clean', 'first remove the file from all content that uses it')
    .option('--force', 'delete the file even if content uses it')
    .action(async (id: string, _options, command: Command) => {
      const options = command.optsWithGlobals<GlobalOptions & { clean?: boolean; force?: boolean }>()
      const { clean, force } = options
      const params = { path: { id }, query: { clean, force } }
      const answer = await unwrap(connect(context, options).client.DELETE('/api/media/{id}', { params }))
      print(context, options, answer, () => [`Deleted; ${answer.referencesRemoved} uses removed`])
    })
}
