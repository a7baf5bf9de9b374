import type { Problem } from '@typecase/kernel'
import type { JsonValue } from '../json.ts'
import { textError } from '../text.ts'

/** Maximum levels of nesting. */
const depthLimit = 32
const errorLimit = 100
const prototypeKeys = new Set(['__proto__', 'constructor', 'prototype'])

/**
 * Links to the parent instead of storing a path. Only errors need a path, and a request may have many members
 * with long names.
 */
interface Member {
  readonly value: JsonValue
  readonly key: string
  readonly parent: Member | undefined
  readonly depth: number
}

/**
 * The first 100 reasons why JSON cannot be stored unchanged: prototype keys (contract.md#unknown-fields),
 * text that the database refuses, or too deep nesting.
 */
export function storableErrors(root: JsonValue, rootPath: string): Problem[] {
  const errors: Problem[] = []
  const open: Member[] = [{ value: root, key: rootPath, parent: undefined, depth: 0 }]
  for (let member = open.pop(); member && errors.length < errorLimit; member = open.pop()) {
    const error = nameError(member) ?? memberError(member)
    if (error) {
      errors.push(error)
      continue
    }
    const { value, depth } = member
    if (typeof value !== 'object' || value === null) continue
    for (const [key, child] of Object.entries(value).toReversed())
      open.push({ value: child, key, parent: member, depth: depth + 1 })
  }
  return errors
}

function nameError(member: Member): Problem | undefined {
  const { key, parent } = member
  if (parent === undefined) return undefined
  if (prototypeKeys.has(key)) return { path: pathOf(member), message: `${pathOf(member)} is not allowed` }
  const wrong = textError(key)
  return wrong === undefined
    ? undefined
    : { path: pathOf(parent), message: `a name in ${pathOf(parent)} ${wrong}` }
}

function memberError(member: Member): Problem | undefined {
  const wrong = valueError(member.value, member.depth)
  return wrong === undefined ? undefined : { path: pathOf(member), message: `${pathOf(member)} ${wrong}` }
}

const pathOf = ({ key, parent }: Member): string => (parent === undefined ? key : `${pathOf(parent)}.${key}`)

function valueError(value: JsonValue, depth: number): string | undefined {
  if (typeof value === 'string') return textError(value)
  if (typeof value === 'number') return Number.isFinite(value) ? undefined : 'is too large a number'
  return depth > depthLimit ? `is nested deeper than ${depthLimit} levels` : undefined
}
