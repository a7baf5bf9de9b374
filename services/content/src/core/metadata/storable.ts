import type { Problem } from '@typecase/kernel'
import type { JsonValue } from '../json.ts'
import { textFault } from '../text.ts'

/** Levels of nesting; more is no metadata that anybody reads. */
const depthLimit = 32
const faultLimit = 100
const prototypeKeys = new Set(['__proto__', 'constructor', 'prototype'])

/** A member of the tree; its path is built only for an error, because names may be long and members many. */
interface Member {
  readonly value: JsonValue
  readonly key: string
  readonly parent: Member | undefined
  readonly depth: number
}

/** The first 100 errors that keep JSON from being stored unchanged: prototype keys (contract.md#unknown-fields), unstorable text, too deep nesting. */
export function storableFaults(root: JsonValue, rootPath: string): Problem[] {
  const faults: Problem[] = []
  const open: Member[] = [{ value: root, key: rootPath, parent: undefined, depth: 0 }]
  for (let member = open.pop(); member && faults.length < faultLimit; member = open.pop()) {
    const fault = nameFault(member) ?? memberFault(member)
    if (fault) {
      faults.push(fault)
      continue
    }
    const { value, depth } = member
    if (typeof value !== 'object' || value === null) continue
    for (const [key, child] of Object.entries(value).toReversed())
      open.push({ value: child, key, parent: member, depth: depth + 1 })
  }
  return faults
}

function nameFault(member: Member): Problem | undefined {
  const { key, parent } = member
  if (parent === undefined) return undefined
  if (prototypeKeys.has(key)) return { path: pathOf(member), message: `${pathOf(member)} is not allowed` }
  const wrong = textFault(key)
  return wrong === undefined
    ? undefined
    : { path: pathOf(parent), message: `a name in ${pathOf(parent)} ${wrong}` }
}

function memberFault(member: Member): Problem | undefined {
  const wrong = valueFault(member.value, member.depth)
  return wrong === undefined ? undefined : { path: pathOf(member), message: `${pathOf(member)} ${wrong}` }
}

const pathOf = ({ key, parent }: Member): string => (parent === undefined ? key : `${pathOf(parent)}.${key}`)

function valueFault(value: JsonValue, depth: number): string | undefined {
  if (typeof value === 'string') return textFault(value)
  if (typeof value === 'number') return Number.isFinite(value) ? undefined : 'is too large a number'
  return depth > depthLimit ? `is nested deeper than ${depthLimit} levels` : undefined
}
