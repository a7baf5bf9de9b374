/** The hooks of contract.md#hooks: filters change values, actions receive notifications. */
import { type ActionName, actionNames, type FilterName, filterNames } from '@typecase/contracts/hooks'

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
  /** True if a filter or action was added under that name. Otherwise callers need not prepare a value. */
  has(name: FilterName | ActionName): boolean
  /**
   * Applies all filters of that name, lowest priority first. Skips filters that throw, time out, or return
   * undefined or another kind of value. `accept` converts a result, or throws to skip it.
   */
  filter<T>(name: FilterName, value: T, context: unknown, accept?: (result: T) => T): Promise<T>
  /** Runs all actions of that name, one after the other. Never rejects. */
  act(name: ActionName, value: unknown, context: unknown): Promise<void>
}

interface Entry {
  readonly fn: HookFunction
  readonly priority: number
}

type Entries = Map<string, Entry[]>

/**
 * Each filter and action may run for `limitMs`. Their errors are only reported to `failed`. `addFilter` and
 * `addAction` throw a TypeError for an unknown name.
 */
export function hookSystem(limitMs: number, failed: (failure: HookFailure) => void): Hooks {
  const filters: Entries = new Map()
  const actions: Entries = new Map()

  return {
    addFilter: adder(filters, 'filter', filterNames),
    addAction: adder(actions, 'action', actionNames),
    has: (name) => filters.has(name) || actions.has(name),
    async filter(name, value, context, accept = (result) => result) {
      let current = value
      for (const { fn } of filters.get(name) ?? []) {
        try {
          // A copy, so that a failing filter cannot change the value.
          const result = await withinTime(limitMs, () => fn(structuredClone(current), context))
          if (result === undefined) continue
          if (!isLike(result, current))
            throw new TypeError('the result, or an item of it, does not have the type of the filtered value')
          current = accept(result as typeof value)
        } catch (error) {
          failed({ kind: 'filter', name, error })
        }
      }
      return current
    },
    async act(name, value, context) {
      for (const { fn } of actions.get(name) ?? []) {
        try {
          await withinTime(limitMs, () => fn(structuredClone(value), context))
        } catch (error) {
          failed({ kind: 'action', name, error })
        }
      }
    },
  }
}

/** Returns a function that adds hooks to `entries`, sorted by priority. */
const adder =
  (entries: Entries, kind: HookFailure['kind'], names: readonly string[]): AddHook =>
  (name, fn, priority = 10) => {
    if (!names.includes(name))
      throw new TypeError(
        `it adds the ${kind} ${JSON.stringify(name)}, which does not exist; ` +
          `the ${kind}s are ${names.join(', ')}`,
      )
    if (typeof fn !== 'function')
      throw new TypeError(`it adds the ${kind} ${JSON.stringify(name)} without a function`)
    const list = entries.get(name) ?? []
    list.push({ fn, priority })
    entries.set(
      name,
      list.toSorted((a, b) => a.priority - b.priority),
    )
  }

const kindOf = (value: unknown): string =>
  Array.isArray(value) ? 'array' : value === null ? 'null' : typeof value

/** True if both values, or the items of both lists, have the same type. Later code relies on it. */
function isLike(result: unknown, value: unknown): boolean {
  if (kindOf(result) !== kindOf(value)) return false
  if (!Array.isArray(result) || !Array.isArray(value) || value.length === 0) return true
  return result.every((entry) => kindOf(entry) === kindOf(value[0]))
}

async function withinTime<T>(limitMs: number, work: () => T | Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`no result within ${limitMs} ms`)), limitMs)
  })
  try {
    return await Promise.race([Promise.resolve(work()), late])
  } finally {
    clearTimeout(timer)
  }
}
