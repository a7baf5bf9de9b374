/** The hook system of contract.md#hooks: filters change values, actions are told. */
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
  /** True when somebody listens; spares the work of preparing a value for nobody. */
  has(name: FilterName | ActionName): boolean
  /**
   * The value after all filters of that name, lowest priority first. One that throws, outruns its time, answers
   * undefined or another kind of value is skipped, and the value goes on as it was before it. `context` is what they get
   * beside the value; `accept` makes of an answer what goes on, or throws to have it skipped.
   */
  filter<T>(name: FilterName, value: T, context: unknown, accept?: (answer: T) => T): Promise<T>
  /** Tells all actions of that name, one after the other. Never rejects. */
  act(name: ActionName, value: unknown, context: unknown): Promise<void>
}

interface Entry {
  readonly fn: HookFunction
  readonly priority: number
}

/**
 * `limitMs` is granted to each call; failures go to `failed` and nowhere else. `addFilter` and `addAction` throw a TypeError
 * for a name that does not exist.
 */
export function hookSystem(limitMs: number, failed: (failure: HookFailure) => void): Hooks {
  const filters = new Map<string, Entry[]>()
  const actions = new Map<string, Entry[]>()

  const adder =
    (entries: Map<string, Entry[]>, kind: HookFailure['kind'], names: readonly string[]): AddHook =>
    (name, fn, priority = 10) => {
      if (!names.includes(name))
        throw new TypeError(
          `it adds the ${kind} ${JSON.stringify(name)}, which does not exist; the ${kind}s are ${names.join(', ')}`,
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

  return {
    addFilter: adder(filters, 'filter', filterNames),
    addAction: adder(actions, 'action', actionNames),
    has: (name) => filters.has(name) || actions.has(name),
    async filter(name, value, context, accept = (answer) => answer) {
      let current = value
      for (const { fn } of filters.get(name) ?? []) {
        try {
          // A copy, so that a filter that fails half-way has changed nothing.
          const answer = await withinTime(limitMs, () => fn(structuredClone(current), context))
          if (answer === undefined) continue
          if (!isLike(answer, current))
            throw new TypeError(`the answer is no ${kindOf(current)} as the value was`)
          current = accept(answer as typeof value)
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

const kindOf = (value: unknown): string =>
  Array.isArray(value) ? 'array' : value === null ? 'null' : typeof value

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
