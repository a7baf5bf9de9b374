/** The HTTP servers of the gateway with fake services, on free local ports. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { systemClock } from '@typecase/kernel'
import { type HookFailure, hookSystem } from '@typecase/runtime/extensions'
import { createLogger } from '@typecase/runtime/log'
import { folderSiteFiles } from '../src/adapters/folder/site-files.ts'
import { type AppOptions, httpApp } from '../src/adapters/http/app.ts'
import { signedCookies } from '../src/adapters/http/cookies.ts'
import { routeTable } from '../src/adapters/http/routes/index.ts'
import { httpServer } from '../src/adapters/http/server.ts'
import { toSessionUser } from '../src/adapters/http/shapes/user.ts'
import { siteListener } from '../src/adapters/http/site.ts'
import { siteFolder } from '../src/adapters/http/site-folder.ts'
import { rateLimiter } from '../src/core/rate-limit.ts'
import { responseCache } from '../src/core/response-cache.ts'
import { openSession } from '../src/core/session.ts'
import type { SiteFiles } from '../src/core/site-files.ts'
import { memoryServices } from './memory/clients.ts'

export interface Answer {
  readonly status: number
  readonly headers: Headers
  readonly text: string
  readonly bytes: Buffer
  readonly body: Record<string, unknown> & { data?: unknown; details?: { path: string; message: string }[] }
}

export interface Ask {
  readonly token?: string
  readonly cookie?: string
  readonly json?: unknown
  readonly body?: RequestInit['body']
  readonly headers?: Record<string, string>
}

export type TestGateway = Awaited<ReturnType<typeof startGateway>>

export async function startGateway(change: Partial<AppOptions> = {}, givenFiles?: SiteFiles) {
  const services = memoryServices()
  const failures: HookFailure[] = []
  const hooks = hookSystem(200, (failure) => failures.push(failure))
  const folder = siteFolder(services.content)
  const log = createLogger('gateway', 'silent')
  const routes = routeTable('0.0.0', { publicUrl: undefined, siteUrl: () => 'http://site.test' })
  const siteRoot = await mkdtemp(join(tmpdir(), 'typecase-site-'))
  const files = givenFiles ?? folderSiteFiles(siteRoot)
  const app = httpApp({
    routes,
    services,
    hooks,
    cookies: signedCookies(['a secret of sixteen', 'an older secret there']),
    siteFolder: folder,
    siteFiles: files,
    contentCache: responseCache({
      version: async () => (await services.content.readPosition({})).position,
      clock: systemClock,
      maxBytes: 1024 * 1024,
    }),
    openSession: openSession(services.identity, toSessionUser),
    limiter: rateLimiter(100_000, systemClock),
    publicOrigin: undefined,
    trustProxy: 0,
    maxUploadBytes: 64 * 1024,
    jsonBodyLimit: 64 * 1024,
    isReady: () => true,
    log,
    ...change,
  })
  const server = httpServer({ name: 'api', host: '127.0.0.1', port: 0, variable: 'PORT', listener: app })
  const site = httpServer({
    name: 'site',
    host: '127.0.0.1',
    port: 0,
    variable: 'SITE_PORT',
    listener: siteListener({ files, folder, log }),
    format: 'text',
  })
  await Promise.all([server.start(), site.start()])
  const origin = `http://127.0.0.1:${server.port()}`
  const siteOrigin = `http://127.0.0.1:${site.port()}`

  const ask = async (
    method: string,
    path: string,
    { token, cookie, json, body, headers = {} }: Ask = {},
  ): Promise<Answer> => {
    const response = await fetch(path.startsWith('http') ? path : origin + path, {
      method,
      redirect: 'manual',
      headers: {
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
        ...(cookie === undefined ? {} : { cookie }),
        ...(json === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      body: json === undefined ? body : JSON.stringify(json),
    })
    const bytes = Buffer.from(await response.arrayBuffer())
    const text = bytes.toString()
    const isJson = (response.headers.get('content-type') ?? '').includes('json') && text !== ''
    return {
      status: response.status,
      headers: response.headers,
      text,
      bytes,
      body: isJson ? JSON.parse(text) : {},
    }
  }
  const sessionOf = (role: 'admin' | 'editor', name: string = role) => {
    const user = services.identity.addUser(name, role)
    return { user, token: services.identity.openSession(user) }
  }
  return {
    services,
    hooks,
    failures,
    routes,
    folder,
    siteRoot,
    origin,
    siteOrigin,
    port: server.port(),
    sitePort: site.port(),
    ask,
    admin: sessionOf('admin'),
    editor: sessionOf('editor'),
    stop: async () => {
      await Promise.all([server.stop(), site.stop()])
      await rm(siteRoot, { recursive: true, force: true })
    },
  }
}
