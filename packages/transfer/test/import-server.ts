/** What an import needs of the API, in memory, behind a real HTTP server. */
import { createHash, randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { type ApiClient, createApiClient } from '@typecase/client'
import { afterAll } from 'vitest'

type Fields = Record<string, unknown>

export interface StoredFile {
  readonly id: string
  readonly originalFilename: string
  readonly url: string
  readonly createdAt: string
  readonly content: string
}

export interface Asked {
  /** Method and path, such as `PUT /api/menu`. */
  readonly name: string
  readonly query: URLSearchParams
  readonly body: Buffer
  readonly contentType: string
}

export interface System {
  /** The requests in the order of their arrival. */
  readonly requests: Asked[]
  /** Codes of errors with status 400 by method and path, such as `PUT /api/users/{id}`. */
  readonly refusals: Map<string, string>
  /** Runs before a request is answered. */
  before: (asked: Asked) => void
  /** Oldest first. */
  readonly files: StoredFile[]
  readonly deletedFiles: Set<string>
  readonly items: Fields[]
  readonly users: (Fields & { readonly id: string })[]
  menu: Fields[]
  /** Lines of CSV. */
  readonly redirects: string[]
}

export type ImportServer = System & { readonly client: ApiClient }

/** An empty system. Its server ends with the tests of the file. */
export async function importServer(): Promise<ImportServer> {
  const system: System = {
    ...{ requests: [], files: [], items: [], users: [], menu: [], redirects: [] },
    ...{ refusals: new Map(), deletedFiles: new Set(), before: () => undefined },
  }
  const server = createServer(async (request, response) => {
    const asked = await read(request)
    system.requests.push(asked)
    system.before(asked)
    const { status, answer } = await answerTo(system, asked)
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(answer))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  afterAll(() => new Promise((resolve) => server.close(resolve)))
  const { port } = server.address() as AddressInfo
  return Object.assign(system, { client: createApiClient({ url: `http://127.0.0.1:${port}` }) })
}

async function read(request: IncomingMessage): Promise<Asked> {
  const { pathname, searchParams } = new URL(request.url ?? '', 'http://localhost')
  const contentType = request.headers['content-type'] ?? ''
  return {
    name: `${request.method} ${pathname}`,
    query: searchParams,
    body: await buffer(request),
    contentType,
  }
}

async function answerTo(system: System, asked: Asked): Promise<{ status: number; answer: Fields }> {
  const [, prefix = '', id = ''] = /^(.+\/)([^/]+)$/.exec(asked.name) ?? []
  const route = asked.name in handlers ? asked.name : `${prefix}{id}`
  const code = system.refusals.get(route)
  if (code !== undefined) return { status: 400, answer: { error: 'Refused', code } }
  const run = handlers[route]
  const answer = await run?.(system, asked, id)
  return answer ? { status: 200, answer } : { status: 404, answer: { error: 'Not found', code: 'NOT_FOUND' } }
}

type Handler = (system: System, asked: Asked, id: string) => Fields | undefined | Promise<Fields | undefined>

const jsonOf = ({ body }: Asked) => JSON.parse(body.toString())
const partOf = async ({ body, contentType }: Asked): Promise<File> => {
  const headers = { 'content-type': contentType }
  const form = await new Response(new Uint8Array(body), { headers }).formData()
  return form.get('file') as File
}

const handlers: Readonly<Record<string, Handler>> = {
  'PUT /api/static/hold': () => ({ success: true }),
  'DELETE /api/static/hold': () => ({ success: true }),
  'GET /api/media': ({ files }, { query }) => {
    const [offset, limit] = [Number(query.get('offset')), Number(query.get('limit'))]
    const newestFirst = files.map(listed).reverse()
    return { data: newestFirst.slice(offset, offset + limit), total: files.length }
  },
  'POST /api/media/upload': async (system, asked) => {
    const part = await partOf(asked)
    return { data: listed(addFile(system, part.name, await part.text(), asked.query.get('id'))) }
  },
  'POST /api/import/items': ({ items: stored }, asked) => {
    const { items } = jsonOf(asked)
    stored.push(...items)
    const results = items.map(() => ({ success: true }))
    return { created: items.length, replaced: 0, unchanged: 0, results }
  },
  'GET /api/menu': ({ menu }) => ({
    data: menu.map((item, at) => ({ parent: null, ...item, order: at + 1 })),
  }),
  'PUT /api/menu': (system, asked) => {
    system.menu = jsonOf(asked)
    return { success: true }
  },
  'GET /api/users': ({ users }) => ({ data: users.map(({ password: _password, ...user }) => user) }),
  'POST /api/users': ({ users }, asked) => {
    const user = { id: randomUUID(), ...jsonOf(asked) }
    users.push(user)
    return { data: user }
  },
  'PUT /api/users/{id}': ({ users }, asked, id) => {
    const user = users.find((one) => one.id === id)
    return user && { data: Object.assign(user, jsonOf(asked)) }
  },
  'POST /api/redirects/import': async ({ redirects }, asked) => {
    const lines = (await (await partOf(asked)).text()).split('\n').filter(Boolean)
    redirects.push(...lines)
    return { created: lines.length, replaced: 0, unchanged: 0, refused: [] }
  },
}

/** SVG is sanitized. A deleted id is replaced by a new one. */
export function addFile(
  { files, deletedFiles }: System,
  name: string,
  content: string,
  wanted: string | null = null,
): StoredFile {
  const id = wanted === null || deletedFiles.has(wanted) ? randomUUID() : wanted
  const safe = name.endsWith('.svg') ? content.replace(/<script>.*<\/script>/, '') : content
  const createdAt = new Date(Date.UTC(2025, 0, 1) + files.length * 1000).toISOString()
  const file = { id, originalFilename: name, url: `/images/${id}-${name}`, createdAt, content: safe }
  files.push(file)
  return file
}

const listed = ({ content, ...file }: StoredFile) => ({
  ...file,
  size: content.length,
  digest: createHash('sha256').update(content).digest('hex'),
})
