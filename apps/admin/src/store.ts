/** A value outside of components, to which components can subscribe. */
import { useSyncExternalStore } from 'react'

export interface Store<T> {
  get(): T
  /** Notifies the listeners if the value changes. */
  set(value: T): void
  /** Returns the function that unsubscribes. */
  subscribe(listener: () => void): () => void
}

export function store<T>(first: T): Store<T> {
  const listeners = new Set<() => void>()
  let value = first
  return {
    get: () => value,
    set(next) {
      if (Object.is(value, next)) return
      value = next
      for (const listener of listeners) listener()
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}

export const useStored = <T>({ subscribe, get }: Store<T>): T => useSyncExternalStore(subscribe, get)
