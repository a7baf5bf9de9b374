/** Reads theme.json (D9.1): required fields, types of the optional ones; extra fields are kept. */
import type { Problem } from '@typecase/kernel'
import type { ThemeMetadata } from './theme.ts'
import { reservedNames, themeNameOf } from './theme-name.ts'
import { isVersion } from './version.ts'

export const screenshotNames = ['screenshot.jpg', 'screenshot.png', 'screenshot.webp']

const maxBytes = 64 * 1024

/** The metadata, or every fault it has. */
export function readMetadata(bytes: Uint8Array | undefined): { metadata?: ThemeMetadata; problems: readonly Problem[] } {
  if (!bytes) return { problems: [fault('theme.json is missing')] }
  if (bytes.length > maxBytes) return { problems: [fault('theme.json is larger than 64 KiB')] }
  const fields = parse(bytes)
  if (!isObject(fields)) return { problems: [fault('theme.json is not a JSON object')] }
  const problems = [
    ...requiredProblems(fields),
    ...optionalProblems(fields),
    ...(hasUnsafeKey(fields) ? [fault('a field has a forbidden name')] : []),
  ]
  return problems.length > 0 ? { problems } : { metadata: fields as ThemeMetadata, problems }
}

type Fields = { readonly [name: string]: unknown }

const fault = (message: string): Problem => ({ path: 'theme.json', message })

function parse(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
  } catch {
    return undefined
  }
}

function requiredProblems(fields: Fields): Problem[] {
  const problems = ['title', 'description', 'version', 'author'].flatMap((name) =>
    isText(fields[name]) ? [] : [fault(fields[name] === undefined ? `${name} is required` : `${name} must be a text that is not empty`)],
  )
  if (isText(fields.version) && !isVersion(fields.version)) problems.push(fault('version must have the form X.Y.Z, digits only'))
  if (isText(fields.title)) problems.push(...titleProblems(fields.title))
  return problems
}

/** The title names the theme (D9.3). */
function titleProblems(title: string): Problem[] {
  const name = themeNameOf(title)
  if (name === '') return [fault('title needs a letter or a digit: the name of the theme is made of it')]
  if (reservedNames.has(name)) return [fault(`title makes the name ${name}, which is reserved`)]
  return []
}

function optionalProblems(fields: Fields): Problem[] {
  const problems: Problem[] = []
  const check = (name: string, isRight: (value: unknown) => boolean, what: string) => {
    if (fields[name] !== undefined && !isRight(fields[name])) problems.push(fault(`${name} must be ${what}`))
  }
  check('authorUrl', (value) => value === '' || isWebAddress(value), 'an http or https address')
  check('license', (value) => typeof value === 'string', 'a text')
  for (const name of ['tags', 'features', 'colors']) check(name, isTexts, 'an array of texts')
  check('screenshot', (value) => typeof value === 'string' && screenshotNames.includes(value), `one of ${screenshotNames.join(', ')}`)
  return problems
}

const isObject = (value: unknown): value is Fields => typeof value === 'object' && value !== null && !Array.isArray(value)
const isText = (value: unknown): value is string => typeof value === 'string' && value.trim() !== ''
const isTexts = (value: unknown): boolean => Array.isArray(value) && value.every((entry) => typeof entry === 'string')
const isWebAddress = (value: unknown): boolean => typeof value === 'string' && /^https?:\/\//i.test(value) && URL.canParse(value)

/** Prototype keys at any depth: who merges such an object changes more than the object. */
function hasUnsafeKey(value: unknown): boolean {
  const waiting = [value]
  for (let next = waiting.pop(); waiting.length > 0 || next !== undefined; next = waiting.pop()) {
    if (typeof next !== 'object' || next === null) continue
    for (const [key, entry] of Object.entries(next)) {
      if (key === '__proto__' || key === 'constructor' || key === 'prototype') return true
      waiting.push(entry)
    }
  }
  return false
}
