/** The hook system of D13: filters change values, actions are told. */

export const filterNames = [
  'api_posts',
  'api_post',
  'api_pages',
  'api_page',
  'api_create_post',
  'api_update_post',
  'api_create_page',
  'api_update_page',
  'api_settings',
  'api_update_settings',
] as const
export type FilterName = (typeof filterNames)[number]

export const actionNames = [
  'post_created',
  'post_updated',
  'pre_post_delete',
  'post_deleted',
  'page_created',
  'page_updated',
  'pre_page_delete',
  'page_deleted',
  'pre_bulk_operation',
  'bulk_publish_item',
  'bulk_draft_item',
  'bulk_delete_item',
  'post_bulk_operation',
  'settings_updated',
  'media_uploaded',
  'media_deleted',
  'theme_switched',
] as const
export type ActionName = (typeof actionNames)[number]

/** What an extension may know of the request. */
export interface HookRequest {
  readonly method: string
  readonly path: string
  readonly params: Readonly<Record<string, string>>
  readonly query: Readonly<Record<string, unknown>>
  readonly requestId: string
  /** Absent for the anonymous. */
  readonly user?: { readonly id: string; readonly username: string; readonly role: string }
}

export type HookFunction = (value: unknown, context: unknown) => unknown
export type AddHook = (name: string, fn: HookFunction, priority?: number) => void

export interface HookFailure {
  readonly kind: 'filter' | 'action'
  readonly name: string
  readonly error: unknown
}

export interface Hooks {
  readonly addFilter: AddHook
  readonly addAction: AddHook
  /** True when somebody listens; spares the work of preparing a value for nobody. */
  has(name: FilterName | ActionName): boolean
  /**
   * The value after all filters of that name, lowest priority first. One that throws, outruns its time, answers
   * undefined or another kind of value is skipped, and the value goes on as it was before it.
   */
  filter<T>(name: FilterName, value: T, request: HookRequest): Promise<T>
  /** Tells all actions of that name, one after the other. Never rejects. */
  act(name: ActionName, value: unknown, request: HookRequest): Promise<void>
}

interface Entry {
  readonly fn: HookFunction
  readonly priority: number
}

/** `limitMs` is granted to each call; failures go to `failed` and nowhere else. */
export function hookSystem(limitMs: number, failed: (failure: HookFailure) => void): Hooks {
  const filters = new Map<string, Entry[]>()
  const actions = new Map<string, Entry[]>()

  const adder =
    (entries: Map<string, Entry[]>, what: string): AddHook =>
    (name, fn, priority = 10) => {
      if (typeof name !== 'string' || typeof fn !== 'function') throw new TypeError(`${what} takes a name and a function`)
      const list = entries.get(name) ?? []
      list.push({ fn, priority })
      entries.set(
        name,
        list.toSorted((a, b) => a.priority - b.priority),
      )
    }

  return {
    addFilter: adder(filters, 'addFilter'),
    addAction: adder(actions, 'addAction'),
    has: (name) => filters.has(name) || actions.has(name),
    async filter(name, value, request) {
      let current = value
      for (const { fn } of filters.get(name) ?? []) {
        try {
          // A copy, so that a filter that fails half-way has changed nothing.
          const answer = await withinTime(limitMs, () => fn(structuredClone(current), request))
          if (answer === undefined) continue
          if (!isLike(answer, current)) throw new TypeError(`the answer is no ${kindOf(current)} as the value was`)
          current = answer as typeof value
        } catch (error) {
          failed({ kind: 'filter', name, error })
        }
      }
      return current
    },
    async act(name, value, request) {
      for (const { fn } of actions.get(name) ?? []) {
        try {
          await withinTime(limitMs, () => fn(structuredClone(value), request))
        } catch (error) {
          failed({ kind: 'action', name, error })
        }
      }
    },
  }
}

const kindOf = (value: unknown): string => (Array.isArray(value) ? 'array' : value === null ? 'null' : typeof value)

/** Of the same kind, and in a list every entry of the kind of the first: what is sent on must not fall over an extension's slip. */
function isLike(answer: unknown, value: unknown): boolean {
  if (kindOf(answer) !== kindOf(value)) return false
  if (!Array.isArray(answer) || !Array.isArray(value) || value.length === 0) return true
  return answer.every((entry) => kindOf(entry) === kindOf(value[0]))
}

async function withinTime<T>(limitMs: number, work: () => T | Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`no answer within ${limitMs} ms`)), limitMs)
  })
  try {
    return await Promise.race([Promise.resolve(work()), late])
  } finally {
    clearTimeout(timer)
  }
}
