/** The part of the API that an import uses, in memory behind a real HTTP server. */
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

export interface ApiRequest {
  /** Method and path, such as `PUT /api/menu`. */
  readonly name: string
  readonly query: URLSearchParams
  readonly body: Buffer
  readonly contentType: string
}

export interface ServerState {
  /** In order of arrival. */
  readonly requests: ApiRequest[]
  /** Requests to refuse with status 400: error code by method and path, such as `PUT /api/users/{id}`. */
  readonly refusals: Map<string, string>
  /** Runs before a request is answered. */
  before: (call: ApiRequest) => void
  /** Oldest first. */
  readonly files: StoredFile[]
  readonly deletedFiles: Set<string>
  readonly items: Fields[]
  readonly users: (Fields & { readonly id: string })[]
  menu: Fields[]
  /** Lines of CSV. */
  readonly redirects: string[]
}

export type ImportServer = ServerState & { readonly client: ApiClient }

/** Starts an empty server, which stops after the tests of the file. */
export async function importServer(): Promise<ImportServer> {
  const state: ServerState = {
    ...{ requests: [], files: [], items: [], users: [], menu: [], redirects: [] },
    ...{ refusals: new Map(), deletedFiles: new Set(), before: () => undefined },
  }
  const server = createServer(async (request, response) => {
    const call = await read(request)
    state.requests.push(call)
    state.before(call)
    const { status, answer } = await answerTo(state, call)
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(answer))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  afterAll(() => new Promise((resolve) => server.close(resolve)))
  const { port } = server.address() as AddressInfo
  return Object.assign(state, { client: createApiClient({ url: `http://127.0.0.1:${port}` }) })
}

async function read(request: IncomingMessage): Promise<ApiRequest> {
  const { pathname, searchParams } = new URL(request.url ?? '', 'http://localhost')
  const contentType = request.headers['content-type'] ?? ''
  return {
    name: `${request.method} ${pathname}`,
    query: searchParams,
    body: await buffer(request),
    contentType,
  }
}

async function answerTo(state: ServerState, call: ApiRequest): Promise<{ status: number; answer: Fields }> {
  const [, prefix = '', id = ''] = /^(.+\/)([^/]+)$/.exec(call.name) ?? []
  const route = call.name in handlers ? call.name : `${prefix}{id}`
  const code = state.refusals.get(route)
  if (code !== undefined) return { status: 400, answer: { error: 'Refused', code } }
  const run = handlers[route]
  const answer = await run?.(state, call, id)
  return answer ? { status: 200, answer } : { status: 404, answer: { error: 'Not found', code: 'NOT_FOUND' } }
}

type Handler = (
  state: ServerState,
  call: ApiRequest,
  id: string,
) => Fields | undefined | Promise<Fields | undefined>

const jsonOf = ({ body }: ApiRequest) => JSON.parse(body.toString())
const partOf = async ({ body, contentType }: ApiRequest): Promise<File> => {
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
  'POST /api/media/upload': async (state, call) => {
    const part = await partOf(call)
    return { data: listed(addFile(state, part.name, await part.text(), call.query.get('id'))) }
  },
  'POST /api/import/items': ({ items: stored }, call) => {
    const { items } = jsonOf(call)
    stored.push(...items)
    const results = items.map(() => ({ success: true }))
    return { created: items.length, replaced: 0, unchanged: 0, results }
  },
  'GET /api/menu': ({ menu }) => ({
    data: menu.map((item, at) => ({ parent: null, ...item, order: at + 1 })),
  }),
  'PUT /api/menu': (state, call) => {
    state.menu = jsonOf(call)
    return { success: true }
  },
  'GET /api/users': ({ users }) => ({ data: users.map(({ password: _password, ...user }) => user) }),
  'POST /api/users': ({ users }, call) => {
    const user = { id: randomUUID(), ...jsonOf(call) }
    users.push(user)
    return { data: user }
  },
  'PUT /api/users/{id}': ({ users }, call, id) => {
    const user = users.find((other) => other.id === id)
    return user && { data: Object.assign(user, jsonOf(call)) }
  },
  'POST /api/redirects/import': async ({ redirects }, call) => {
    const lines = (await (await partOf(call)).text()).split('\n').filter(Boolean)
    redirects.push(...lines)
    return { created: lines.length, replaced: 0, unchanged: 0, refused: [] }
  },
}

/** Adds a file like the server: removes scripts from SVG, and replaces the requested id of a deleted file. */
export function addFile(
  { files, deletedFiles }: ServerState,
  name: string,
  content: string,
  requestedId: string | null = null,
): StoredFile {
  const id = requestedId === null || deletedFiles.has(requestedId) ? randomUUID() : requestedId
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
