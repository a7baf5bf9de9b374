import { createSecretKey, type KeyObject } from 'node:crypto'
import { callingPairs, type ServiceName, serviceNames } from '@typecase/contracts/callers'
import { z } from 'zod'

/** One key signs, the first; every one is believed. */
export type PairKeys = readonly [KeyObject, ...KeyObject[]]

/** What one service holds: a key for each service it calls, and for each that calls it. No service can speak as another. */
export interface ServiceKeys {
  readonly service: ServiceName
  readonly asCallerOf: ReadonlyMap<ServiceName, PairKeys>
  readonly calledBy: ReadonlyMap<ServiceName, PairKeys>
}

/** How a file of keys is read: a line a pair, `caller called key [further key]`; empty lines and those with # count as none. */
export type KeyLine = readonly [caller: string, called: string, ...keys: string[]]

export const keyLines = (text: string): KeyLine[] =>
  text
    .split(/\r?\n/)
    .map((line) => line.replace(/#.*/, '').trim())
    .filter((line) => line !== '')
    .map((line) => line.split(/\s+/) as unknown as KeyLine)

const keyForm = /^[A-Za-z0-9_-]{43}$/

/** The keys of that service in the text, or what is wrong with it; a key itself is never shown. */
export function readServiceKeys(service: ServiceName, text: string): ServiceKeys | string {
  const asCallerOf = new Map<ServiceName, PairKeys>()
  const calledBy = new Map<ServiceName, PairKeys>()
  for (const [index, [caller, called, ...keys]] of keyLines(text).entries()) {
    if (!isPair(caller, called))
      return `must have pairs of services in its lines; line ${index + 1} names none`
    if (caller !== service && called !== service)
      return `must hold the keys of ${service} alone, but has the one of ${caller} and ${called}: give each service its own file`
    if (keys.length === 0 || !keys.every((key) => keyForm.test(key)))
      return `must have a key of 43 letters, digits, - and _ behind "${caller} ${called}" (npm run service-keys makes them)`
    const [one, ...more] = keys.map((key) => createSecretKey(key, 'base64url')) as [KeyObject, ...KeyObject[]]
    if (caller === service) asCallerOf.set(called as ServiceName, [one, ...more])
    else calledBy.set(caller as ServiceName, [one, ...more])
  }
  const missing = callingPairs.find(
    ([caller, called]) =>
      (caller === service && !asCallerOf.has(called)) || (called === service && !calledBy.has(caller)),
  )
  return missing
    ? `must have a line for "${missing.join(' ')}" (npm run service-keys makes them)`
    : { service, asCallerOf, calledBy }
}

const isPair = (caller: string | undefined, called: string | undefined): boolean =>
  callingPairs.some((pair) => pair[0] === caller && pair[1] === called)

/** The setting: the service's keys, or `off` where whoever reaches its port may call it. */
export const serviceKeys = (service: ServiceName) =>
  z
    .string({
      error:
        'is required: the keys that `npm run service-keys` makes, or off to answer whoever reaches the port',
    })
    .transform((text, context): ServiceKeys | 'off' => {
      if (text.trim() === 'off') return 'off'
      const keys = readServiceKeys(service, text)
      if (typeof keys !== 'string') return keys
      context.addIssue({ code: 'custom', message: keys })
      return z.NEVER
    })

export { type ServiceName, serviceNames }
