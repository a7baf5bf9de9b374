/** Parses JSON to values that the services store and return unchanged. */
import type { Problem } from '@typecase/kernel'
import { invalidInput, malformedBody } from '../../core/errors.ts'
import { inexact, parseExactly } from './exact-json.ts'
import { exceededLimit } from './json-limits.ts'

/** Maximum UTF-16 units of a name. */
const maxNameLength = 1000
const maxProblems = 100
const prototypeNames = new Set(['__proto__', 'constructor', 'prototype'])

/**
 * @throws MALFORMED_BODY unless the bytes are JSON in UTF-8, or VALIDATION_ERROR for values that exceed
 * limits or cannot be stored (contract.md#unknown-fields)
 */
export function parseJson(bytes: Uint8Array): unknown {
  const text = asJson(() => new TextDecoder('utf-8', { fatal: true }).decode(bytes))
  const exceeded = exceededLimit(text)
  if (exceeded) throw invalidInput([exceeded])
  const value = asJson(() => parseExactly(text))
  const problems = storageProblems(value)
  if (problems.length > 0) throw invalidInput(problems)
  return value
}

function asJson<T>(read: () => T): T {
  try {
    return read()
  } catch {
    throw malformedBody('The request body is not valid JSON')
  }
}

/** Links to the parent instead of storing a path, because the paths of all values could take gigabytes. */
interface Member {
  readonly value: unknown
  readonly key: string | number
  readonly parent: Member | undefined
}

/** At most 100 errors: prototype names, long names, and text and numbers that cannot be stored. */
function storageProblems(root: unknown): Problem[] {
  const problems: Problem[] = []
  const open: Member[] = [{ value: root, key: '', parent: undefined }]
  for (let member = open.pop(); member && problems.length < maxProblems; member = open.pop()) {
    const wrong = nameError(member) ?? valueProblem(member)
    if (wrong) problems.push(wrong)
    else pushMembers(member, open)
  }
  return problems
}

function pushMembers(parent: Member, open: Member[]): void {
  const { value } = parent
  if (typeof value !== 'object' || value === null) return
  const members = Array.isArray(value) ? value.entries() : Object.entries(value)
  for (const [key, child] of members) open.push({ value: child, key, parent })
}

function valueProblem(member: Member): Problem | undefined {
  const message = valueError(member.value)
  return message === undefined ? undefined : { path: pathOf(member), message }
}

function valueError(value: unknown): string | undefined {
  if (value === inexact)
    return 'Must be within the range and integer precision of a 64-bit float. Send other numbers as strings'
  if (typeof value !== 'string') return undefined
  if (value.includes('\0')) return 'Must not contain the character NUL'
  return value.isWellFormed() ? undefined : 'Must be valid Unicode'
}

/** Reports a prototype name at its own path, and other invalid names at the path of their object. */
function nameError(member: Member): Problem | undefined {
  const { key, parent } = member
  if (typeof key === 'number' || parent === undefined) return undefined
  if (prototypeNames.has(key))
    return { path: pathOf(member), message: 'Is a reserved field name. Choose a different name' }
  if (key.length > maxNameLength)
    return { path: pathOf(parent), message: `Must not have names longer than ${maxNameLength} characters` }
  if (valueError(key) === undefined) return undefined
  return { path: pathOf(parent), message: 'Must have names that are valid Unicode without the character NUL' }
}

function pathOf({ key, parent }: Member): string {
  if (parent === undefined) return ''
  const before = pathOf(parent)
  return before === '' ? String(key) : `${before}.${key}`
}
