import { randomBytes } from 'node:crypto'
import { callingPairs, type ServiceName, serviceNames } from '@typecase/contracts/callers'
import { keyLines } from './keys.ts'

export type KeyFiles = Readonly<Record<ServiceName, string>>

const newKey = () => randomBytes(32).toString('base64url')

export const generateServiceKeys = (): KeyFiles =>
  filesOf(new Map(callingPairs.map((pair) => [pair.join(' '), [newKey()]])))

/**
 * Steps of a rotation. Restart all services after each step. `add` adds a second key that all services
 * accept, `switch` makes them sign with it, and `drop` removes the old key.
 */
export const rotations = {
  add: ([current]: readonly string[]) => [current as string, newKey()],
  switch: (keys: readonly string[]) => keys.toReversed(),
  drop: ([current]: readonly string[]) => [current as string],
} satisfies Record<string, (keys: readonly string[]) => string[]>

/**
 * Adds keys for pairs of caller and called service that a newer release introduces.
 * @throws Error when two files have different keys for a pair
 */
export function completeServiceKeys(files: KeyFiles): KeyFiles {
  const known = keysOf(files)
  const missing = callingPairs.map((each) => each.join(' ')).filter((pair) => !known.has(pair))
  if (missing.length === 0) return files
  for (const pair of missing) known.set(pair, [newKey()])
  return filesOf(known)
}

/**
 * Applies a step of a rotation.
 * @throws Error when another step is due, or two files have different keys for a pair
 */
export function rotateServiceKeys(files: KeyFiles, step: keyof typeof rotations): KeyFiles {
  const known = keysOf(files)
  const expected = step === 'add' ? 1 : 2
  for (const pair of callingPairs.map((each) => each.join(' '))) {
    const count = known.get(pair)?.length ?? 0
    if (count !== expected)
      throw new Error(
        `"${step}" needs ${expected === 1 ? 'one key' : 'two keys'} for each pair, "${pair}" has ${count}${count === 0 ? ': run "complete" first' : ''}`,
      )
  }
  return filesOf(new Map([...known].map(([pair, keys]) => [pair, rotations[step](keys)])))
}

function keysOf(files: KeyFiles): Map<string, string[]> {
  const known = new Map<string, string[]>()
  for (const text of Object.values(files)) {
    for (const [caller, called, ...keys] of keyLines(text)) {
      const pair = `${caller} ${called}`
      const other = known.get(pair)
      if (other && other.join() !== keys.join())
        throw new Error(`two files have different keys for "${pair}"`)
      known.set(pair, keys)
    }
  }
  return known
}

function filesOf(keys: ReadonlyMap<string, readonly string[]>): KeyFiles {
  const lines = [...keys].map(([pair, each]) => ({
    pair: pair.split(' '),
    line: `${pair} ${each.join(' ')}`,
  }))
  const text = (service: ServiceName) =>
    `# Keys of ${service} for the calls between the services.\n${lines
      .filter(({ pair }) => pair.includes(service))
      .map(({ line }) => `${line}\n`)
      .join('')}`
  return Object.fromEntries(serviceNames.map((service) => [service, text(service)])) as KeyFiles
}
