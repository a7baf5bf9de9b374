/** An API client that reports whether the outcome of a request is known. */
import { setTimeout as sleep } from 'node:timers/promises'

export type Outcome =
  /** Success. */
  | { readonly kind: 'done'; readonly status: number; readonly body: Body }
  /** Rejected without effect. */
  | { readonly kind: 'refused'; readonly status: number; readonly text: string; readonly body: Body }
  /** The request never reached the system. */
  | { readonly kind: 'unsent'; readonly why: string }
  /** The request may have been executed, or may still be executed. */
  | { readonly kind: 'unknown'; readonly why: string }

export type Body = Readonly<Record<string, unknown>>

export interface Requests {
  send(method: string, path: string, options?: SendOptions): Promise<Outcome>
}

export interface SendOptions {
  readonly json?: unknown
  readonly form?: FormData
  readonly headers?: Readonly<Record<string, string>>
}

/** Milliseconds to wait for a response: longer than any write takes. */
const timeoutMs = 20_000
/** Milliseconds to wait after an error. */
const pauseMs = 100

export function requests(url: () => string, token: string): Requests {
  return {
    async send(method, path, { json, form, headers = {} } = {}) {
      const content = json === undefined ? {} : { 'content-type': 'application/json' }
      try {
        const response = await fetch(url() + path, {
          method,
          headers: { authorization: `Bearer ${token}`, ...content, ...headers },
          body: form ?? (json === undefined ? null : JSON.stringify(json)),
          signal: AbortSignal.timeout(timeoutMs),
        })
        return outcomeOf(response.status, await response.text())
      } catch (error) {
        await sleep(pauseMs)
        const why = reasonOf(error)
        return why === 'ECONNREFUSED' ? { kind: 'unsent', why } : { kind: 'unknown', why }
      }
    },
  }
}

async function outcomeOf(status: number, text: string): Promise<Outcome> {
  const body = text.startsWith('{') ? (JSON.parse(text) as Body) : {}
  if (status < 400) return { kind: 'done', status, body }
  if (status < 500 && status !== 429 && body.code !== 'IDEMPOTENCY_IN_PROGRESS')
    return { kind: 'refused', status, text, body }
  await sleep(pauseMs)
  return { kind: 'unknown', why: `${status} ${String(body.code ?? text.slice(0, 60))}` }
}

function reasonOf(error: unknown): string {
  for (let each = error; each instanceof Error; each = each.cause) {
    const { code } = each as Error & { code?: unknown }
    if (typeof code === 'string') return code
    if (each.cause === undefined) return each.name === 'Error' ? each.message : each.name
  }
  return String(error)
}
