import type { Problem } from '@typecase/kernel'
import type { JsonValue } from '../json.ts'
import { textFault } from '../text.ts'

/** Levels of nesting; more is no metadata that anybody reads. */
const depthLimit = 32
const faultLimit = 100
const prototypeKeys = new Set(['__proto__', 'constructor', 'prototype'])

/** What keeps a JSON value from being stored and given back as it is: prototype keys (D1.7), unstorable text, too deep nesting. */
export function storableFaults(root: JsonValue, rootPath: string): Problem[] {
  const faults: Problem[] = []
  const open: { value: JsonValue; path: string; depth: number }[] = [{ value: root, path: rootPath, depth: 0 }]
  for (let next = open.pop(); next && faults.length < faultLimit; next = open.pop()) {
    const { value, path, depth } = next
    const fault = valueFault(value, depth)
    if (fault) {
      faults.push({ path, message: `${path} ${fault}` })
      continue
    }
    if (typeof value !== 'object' || value === null) continue
    for (const [key, child] of Object.entries(value).toReversed()) {
      if (prototypeKeys.has(key)) faults.push({ path: `${path}.${key}`, message: `${path}.${key} is not allowed` })
      else if (textFault(key)) faults.push({ path, message: `a name in ${path} ${textFault(key)}` })
      else open.push({ value: child, path: `${path}.${key}`, depth: depth + 1 })
    }
  }
  return faults
}

function valueFault(value: JsonValue, depth: number): string | undefined {
  if (typeof value === 'string') return textFault(value)
  if (typeof value === 'number') return Number.isFinite(value) ? undefined : 'is too large a number'
  return depth > depthLimit ? `is nested deeper than ${depthLimit} levels` : undefined
}
