/** `menu`, `theme`, `settings`, `user` and `release`. */
import { readFile } from 'node:fs/promises'
import { basename } from 'node:path'
import { unwrap } from '@typecase/client'
import type { Command } from 'commander'
import { type Context, connect, type GlobalOptions, print, table } from '../context.ts'
import { UsageError } from '../exit-codes.ts'

export function addSite(program: Command, context: Context): void {
  addMenu(program.command('menu').description('read and replace the menu'), context)
  addThemes(program.command('theme').description('list, upload and activate themes'), context)
  addSettings(program.command('settings').description('read and change settings'), context)
  addUsers(program.command('user').description('list, create and delete users'), context)
  addReleases(program.command('release').description('list stored releases and activate one'), context)
}

const optionsOf = <T extends GlobalOptions>(command: Command): T => command.optsWithGlobals<T>()

function addMenu(group: Command, context: Context): void {
  group.command('get').action(async (_options, command: Command) => {
    const options = optionsOf(command)
    const { data } = await unwrap(connect(context, options).client.GET('/api/menu'))
    print(context, options, data, () =>
      table(data.map(({ id, url, title, parent }) => [id, url, title, parent])),
    )
  })
  group
    .command('set <file>')
    .description('replace the menu with JSON as printed by `menu get --json`; - means standard input')
    .action(async (file: string, _options, command: Command) => {
      const text = file === '-' ? await context.stdin() : await readFile(file, 'utf8')
      const body = parseJson(text, file) as { title: string; url: string }[]
      await unwrap(connect(context, optionsOf(command)).client.PUT('/api/menu', { body }))
      context.output.message('Replaced the menu')
    })
}

function addThemes(group: Command, context: Context): void {
  group.command('list').action(async (_options, command: Command) => {
    const options = optionsOf(command)
    const { data } = await unwrap(connect(context, options).client.GET('/api/themes'))
    print(context, options, data, () => table(data.map(({ name, info }) => [name, info.version, info.title])))
  })
  group.command('upload <zip>').action(async (file: string, _options, command: Command) => {
    const options = optionsOf(command)
    const form = new FormData()
    form.set('theme', new Blob([new Uint8Array(await readFile(file))]), basename(file))
    const { client } = connect(context, options)
    const body = { theme: file }
    const { data } = await unwrap(client.POST('/api/themes/upload', { body, bodySerializer: () => form }))
    print(context, options, data, () => [`Installed ${data.name} ${data.info.version}`])
  })
  group.command('activate <name>').action(async (themeName: string, _options, command: Command) => {
    const { client } = connect(context, optionsOf(command))
    await unwrap(client.POST('/api/themes/switch/{themeName}', { params: { path: { themeName } } }))
    context.output.message(`${themeName} is active`)
  })
  group.command('delete <name>').action(async (themeName: string, _options, command: Command) => {
    const { client } = connect(context, optionsOf(command))
    await unwrap(client.DELETE('/api/themes/{themeName}', { params: { path: { themeName } } }))
    context.output.message(`Deleted the theme ${themeName}`)
  })
}

function addSettings(group: Command, context: Context): void {
  group.command('get [key]').action(async (key: string | undefined, _options, command: Command) => {
    const options = optionsOf(command)
    const { data } = await unwrap(connect(context, options).client.GET('/api/settings'))
    const all: Readonly<Record<string, unknown>> = data
    if (key !== undefined && !Object.hasOwn(all, key))
      throw new UsageError(`The setting ${key} does not exist`)
    const shown = key === undefined ? all : all[key]
    print(context, options, shown, () => (key === undefined ? table(Object.entries(all)) : [String(shown)]))
  })
  group
    .command('set <key=value...>')
    .description('change settings; true, false and integers are sent as JSON, except for text settings')
    .action(async (pairs: string[], _options, command: Command) => {
      const body = Object.fromEntries(pairs.map(settingOf))
      await unwrap(connect(context, optionsOf(command)).client.PUT('/api/settings', { body }))
      context.output.message(`Changed ${Object.keys(body).join(', ')}`)
    })
}

const textSettings = ['siteTitle', 'siteDescription', 'footerCode']

function settingOf(pair: string): [string, unknown] {
  const at = pair.indexOf('=')
  if (at < 1) throw new UsageError(`"${pair}" is not of the form key=value`)
  const [key, value] = [pair.slice(0, at), pair.slice(at + 1)]
  const isTyped = !textSettings.includes(key) && /^(true|false|\d+)$/.test(value)
  return [key, isTyped ? JSON.parse(value) : value]
}

interface NewUser extends GlobalOptions {
  readonly email: string
  readonly role: 'admin' | 'editor'
}

function addUsers(group: Command, context: Context): void {
  group.command('list').action(async (_options, command: Command) => {
    const options = optionsOf(command)
    const { data } = await unwrap(connect(context, options).client.GET('/api/users'))
    print(context, options, data, () =>
      table(data.map(({ id, role, username, email }) => [id, role, username, email])),
    )
  })
  group
    .command('create <username>')
    .description('create a user; read the password from standard input')
    .requiredOption('--email <address>')
    .option('--role <role>', 'admin or editor', 'editor')
    .action(async (username: string, _options, command: Command) => {
      const options = optionsOf<NewUser>(command)
      const password = (await context.stdin()).replace(/\r?\n$/, '')
      const body = { username, email: options.email, role: options.role, password }
      const { data } = await unwrap(connect(context, options).client.POST('/api/users', { body }))
      print(context, options, data, () => [data.id])
    })
  group.command('delete <id>').action(async (id: string, _options, command: Command) => {
    const { client } = connect(context, optionsOf(command))
    await unwrap(client.DELETE('/api/users/{id}', { params: { path: { id } } }))
    context.output.message(`Deleted the user ${id}`)
  })
}

function addReleases(group: Command, context: Context): void {
  group.command('list').action(async (_options, command: Command) => {
    const options = optionsOf(command)
    const { generations } = await unwrap(connect(context, options).client.GET('/api/static/generations'))
    print(context, options, generations, () => table(generations.map((release) => Object.values(release))))
  })
  group.command('activate <id>').action(async (id: string, _options, command: Command) => {
    const options = optionsOf(command)
    const params = { path: { id } }
    const { generation } = await unwrap(
      connect(context, options).client.POST('/api/static/generations/{id}/activate', { params }),
    )
    print(context, options, generation, () => [`${id} is active`])
  })
}

function parseJson(text: string, file: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    throw new UsageError(
      `${file} is not valid JSON: ${error instanceof Error ? error.message : String(error)}`,
    )
  }
}
