/** A client of the public API. */
import { setTimeout as sleep } from 'node:timers/promises'

export interface Answer {
  readonly status: number
  readonly headers: Headers
  readonly bytes: Buffer
  readonly text: string
  /** The parsed JSON body; `{}` if the response is not JSON. */
  readonly body: Envelope
}

export interface Envelope {
  readonly success?: boolean
  readonly id?: string
  readonly data?: Record<string, unknown> & { readonly [index: number]: Record<string, unknown> }
  readonly [field: string]: unknown
}

export interface RequestOptions {
  readonly json?: unknown
  readonly form?: FormData
  readonly headers?: Record<string, string>
}

export interface Api {
  readonly url: string
  request(method: string, path: string, options?: RequestOptions): Promise<Answer>
  /** Like `request`. @throws Error with the response text for status 400 and above */
  ok(method: string, path: string, options?: RequestOptions): Promise<Answer>
  /**
   * Generates the site and waits for the result.
   * @throws Error when the generation fails or takes more than a minute
   */
  generate(options?: object): Promise<void>
}

/** A client that sends the bearer token, if `token` is set. */
export function apiClient(url: string, token?: string): Api {
  const request: Api['request'] = async (method, path, { json, form, headers } = {}) => {
    const response = await fetch(path.startsWith('http') ? path : url + path, {
      method,
      redirect: 'manual',
      headers: {
        ...(token ? { authorization: `Bearer ${token}` } : {}),
        ...(json === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      body: form ?? (json === undefined ? null : JSON.stringify(json)),
    })
    const bytes = Buffer.from(await response.arrayBuffer())
    const text = bytes.toString('utf8')
    const isJson = response.headers.get('content-type')?.startsWith('application/json') && text !== ''
    return {
      status: response.status,
      headers: response.headers,
      bytes,
      text,
      body: isJson ? JSON.parse(text) : {},
    }
  }
  const ok: Api['ok'] = async (method, path, options) => {
    const answer = await request(method, path, options)
    if (answer.status >= 400)
      throw new Error(`${method} ${path} returned ${answer.status}: ${answer.text.slice(0, 500)}`)
    return answer
  }
  return {
    url,
    request,
    ok,
    async generate(options) {
      await ok('POST', '/api/static/generate', options ? { json: options } : {})
      const end = Date.now() + 60_000
      for (;;) {
        const { body } = await ok('GET', '/api/static/status')
        const last = body.last as { state: string; errors: unknown[] } | null
        if (body.current === null && last) {
          if (last.state !== 'succeeded')
            throw new Error(`the generation ${last.state}: ${JSON.stringify(last.errors)}`)
          return
        }
        if (Date.now() > end) throw new Error(`the generation has not ended: ${JSON.stringify(body)}`)
        await sleep(50)
      }
    },
  }
}

export interface LoggedIn extends Api {
  /** Bearer token of the client's session. */
  readonly token: string
}

/** Logs in and returns a client. */
export async function loggedIn(
  url: string,
  { username, password }: { username: string; password: string },
): Promise<LoggedIn> {
  const { body } = await apiClient(url).ok('POST', '/api/auth/login', { json: { username, password } })
  const token = String(body.data?.token)
  return { ...apiClient(url, token), token }
}

/** Polls until the probe returns a truthy value. @throws Error with `what` after `ms` */
export async function eventually<T>(
  what: string,
  probe: () => Promise<T | undefined | false>,
  ms = 20_000,
): Promise<T> {
  const end = Date.now() + ms
  for (;;) {
    const value = await probe()
    if (value) return value
    if (Date.now() > end) throw new Error(`${what}: not within ${ms} ms`)
    await sleep(50)
  }
}
