import { createSecretKey, type KeyObject } from 'node:crypto'
import { callingPairs, isOptionalPair, type ServiceName, serviceNames } from '@typecase/contracts/callers'
import { z } from 'zod'

/** The first key signs, all verify. */
export type PairKeys = readonly [KeyObject, ...KeyObject[]]

/** Keys of one service: for each service that it calls, and for each service that calls it. */
export interface ServiceKeys {
  readonly service: ServiceName
  readonly asCallerOf: ReadonlyMap<ServiceName, PairKeys>
  readonly calledBy: ReadonlyMap<ServiceName, PairKeys>
}

/** A line of a key file: `caller called key [further key]`. Text after # and empty lines are ignored. */
export type KeyLine = readonly [caller: string, called: string, ...keys: string[]]

export const keyLines = (text: string): KeyLine[] => numberedLines(text).map(([, line]) => line)

/** Key lines with their line numbers in the file. */
const numberedLines = (text: string): (readonly [number: number, line: KeyLine])[] =>
  text.split(/\r?\n/).flatMap((source, index) => {
    const line = source.replace(/#.*/, '').trim()
    return line === '' ? [] : [[index + 1, line.split(/\s+/) as unknown as KeyLine] as const]
  })

const keyForm = /^[A-Za-z0-9_-]{43}$/

/** Returns the service's keys in the text, or an error message, which never contains a key. */
export function readServiceKeys(service: ServiceName, text: string): ServiceKeys | string {
  const asCallerOf = new Map<ServiceName, PairKeys>()
  const calledBy = new Map<ServiceName, PairKeys>()
  for (const [number, [caller, called, ...keys]] of numberedLines(text)) {
    if (!isService(caller) || !isService(called))
      return `must have a pair of services in each line; line ${number} has none`
    if (caller !== service && called !== service)
      return `must hold only keys of ${service}, but has one of ${caller} and ${called}: give each service its own file`
    // Skips a pair that a later release added.
    if (!isPair(caller, called)) continue
    if (keys.length === 0 || !keys.every((key) => keyForm.test(key)))
      return `must have a key of 43 letters, digits, - and _ after "${caller} ${called}" (npm run service-keys generates them)`
    const [one, ...more] = keys.map((key) => createSecretKey(key, 'base64url')) as [KeyObject, ...KeyObject[]]
    if (caller === service) asCallerOf.set(called, [one, ...more])
    else calledBy.set(caller, [one, ...more])
  }
  const missing = callingPairs.find(
    ([caller, called]) =>
      !isOptionalPair([caller, called]) &&
      ((caller === service && !asCallerOf.has(called)) || (called === service && !calledBy.has(caller))),
  )
  return missing
    ? `must have a line for "${missing.join(' ')}" (npm run service-keys generates them)`
    : { service, asCallerOf, calledBy }
}

const isService = (name: string | undefined): name is ServiceName =>
  serviceNames.some((service) => service === name)

const isPair = (caller: string | undefined, called: string | undefined): boolean =>
  callingPairs.some((pair) => pair[0] === caller && pair[1] === called)

/** The service's keys, or `off` to serve every caller that reaches the port. */
export const serviceKeys = (service: ServiceName) =>
  z
    .string({
      error:
        'is required: the keys from `npm run service-keys`, or off to serve every caller that reaches the port',
    })
    .transform((text, context): ServiceKeys | 'off' => {
      if (text.trim() === 'off') return 'off'
      const keys = readServiceKeys(service, text)
      if (typeof keys !== 'string') return keys
      context.addIssue({ code: 'custom', message: keys })
      return z.NEVER
    })

export { type ServiceName, serviceNames }
