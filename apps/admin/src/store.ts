/** A value that lives outside of components and is shown by them. */
import { useSyncExternalStore } from 'react'

export interface Store<T> {
  get(): T
  /** Those who show it are told when it is another one. */
  set(value: T): void
  /** Answers how to stop. */
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
