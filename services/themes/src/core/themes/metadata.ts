/** Reads theme.json (contract.md#theme-packages): required fields, types of the optional ones; extra fields are kept. */
import { nestsDeeper } from '@typecase/kernel'
import type { ThemeFault } from './fault.ts'
import { type PlacedField, placedFields } from './placed-fields.ts'
import type { ThemeMetadata } from './theme.ts'
import { reservedNames, themeNameOf } from './theme-name.ts'
import { isVersion } from './version.ts'

export const screenshotNames = ['screenshot.jpg', 'screenshot.png', 'screenshot.webp']

const maxBytes = 64 * 1024

/** The metadata, or every fault it has. */
export function readMetadata(bytes: Uint8Array | undefined): {
  metadata?: ThemeMetadata
  problems: readonly ThemeFault[]
} {
  if (!bytes)
    return {
      problems: [
        fault(
          'theme.json is missing',
          'Add theme.json at the top of the package, with title, description, version and author.',
        ),
      ],
    }
  if (bytes.length > maxBytes)
    return {
      problems: [fault('theme.json is larger than 64 KiB', 'Move what is large into a file below assets.')],
    }
  const { fields, line, text = '' } = parse(bytes)
  if (!isObject(fields))
    return {
      problems: [
        {
          ...fault(
            'theme.json is not a JSON object',
            'Write it as {"title": "…", "description": "…", …}: names and texts in double quotes, no comma after the last.',
          ),
          line,
        },
      ],
    }
  const problems = withLines(
    [...requiredProblems(fields), ...optionalProblems(fields), ...treeProblems(fields)],
    text,
  )
  return problems.length > 0 ? { problems } : { metadata: fields as ThemeMetadata, problems }
}

type Fields = { readonly [name: string]: unknown }

interface FieldFault extends ThemeFault {
  /** The outermost field that is wrong. */
  readonly field?: string | undefined
  /** The error is the forbidden name of a field. */
  readonly isNamed?: boolean
}

const fault = (message: string, hint: string, field?: string): FieldFault => ({
  path: 'theme.json',
  message,
  hint,
  field,
})

function withLines(faults: readonly FieldFault[], text: string): ThemeFault[] {
  const all = faults.length > 0 ? placedFields(text) : []
  return faults.map(({ field, isNamed, ...found }) => {
    const isMeant = ({ name, depth }: PlacedField) =>
      isNamed ? isForbidden(name) : depth === 1 && name === field
    // Of fields with one name the last counts.
    return { ...found, line: all.findLast(isMeant)?.line }
  })
}

function parse(bytes: Uint8Array): { fields?: unknown; text?: string; line?: number } {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    return { fields: JSON.parse(text), text }
  } catch (error) {
    const line = /\(line (\d+) column/.exec(error instanceof Error ? error.message : '')?.[1]
    return line ? { line: Number(line) } : {}
  }
}

function requiredProblems(fields: Fields): FieldFault[] {
  const problems = ['title', 'description', 'version', 'author'].flatMap((name) =>
    isText(fields[name])
      ? []
      : [
          fault(
            fields[name] === undefined ? `${name} is required` : `${name} must be a text that is not empty`,
            `Add "${name}": "${name === 'version' ? '1.0.0' : '…'}".`,
            name,
          ),
        ],
  )
  if (isText(fields.version) && !isVersion(fields.version))
    problems.push(
      fault(
        'version must have the form X.Y.Z, digits only',
        'Write three numbers, as in "1.0.0".',
        'version',
      ),
    )
  if (isText(fields.title)) problems.push(...titleProblems(fields.title))
  return problems
}

/** The title names the theme (contract.md#theme-names). */
function titleProblems(title: string): FieldFault[] {
  const name = themeNameOf(title)
  if (name === '')
    return [
      fault(
        'title needs a letter or a digit: the name of the theme is made of it',
        'Add a Latin letter or a digit to the title.',
        'title',
      ),
    ]
  if (reservedNames.has(name))
    return [fault(`title makes the name ${name}, which is reserved`, 'Choose another title.', 'title')]
  return []
}

function optionalProblems(fields: Fields): FieldFault[] {
  const problems: FieldFault[] = []
  const check = (name: string, isRight: (value: unknown) => boolean, what: string) => {
    if (fields[name] !== undefined && !isRight(fields[name]))
      problems.push(fault(`${name} must be ${what}`, 'Write it so, or leave it out.', name))
  }
  check('authorUrl', (value) => value === '' || isWebAddress(value), 'an http or https address')
  check('license', (value) => typeof value === 'string', 'a text')
  for (const name of ['tags', 'features', 'colors']) check(name, isTexts, 'an array of texts')
  check(
    'screenshot',
    (value) => typeof value === 'string' && screenshotNames.includes(value),
    `one of ${screenshotNames.join(', ')}`,
  )
  return problems
}

const isObject = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const isText = (value: unknown): value is string => typeof value === 'string' && value.trim() !== ''
const isTexts = (value: unknown): boolean =>
  Array.isArray(value) && value.every((entry) => typeof entry === 'string')
const isWebAddress = (value: unknown): boolean =>
  typeof value === 'string' && /^https?:\/\//i.test(value) && URL.canParse(value)

const isForbidden = (name: string): boolean =>
  name === '__proto__' || name === 'constructor' || name === 'prototype'

/** Levels of nesting, as in the metadata of posts. */
const maxDepth = 32

/** Rules about the fields at any depth. */
function treeProblems(fields: Fields): FieldFault[] {
  if (nestsDeeper(fields, maxDepth))
    return [
      fault(
        `a field is nested deeper than ${maxDepth} levels`,
        'Use fewer arrays and objects one inside the other.',
      ),
    ]
  return hasForbiddenName(fields)
    ? [
        {
          ...fault(
            'a field has a forbidden name',
            'Rename fields named __proto__, constructor or prototype.',
          ),
          isNamed: true,
        },
      ]
    : []
}

/** Prototype keys: code that merges such an object changes more than the object. */
function hasForbiddenName(fields: Fields): boolean {
  const open: unknown[] = [fields]
  while (open.length > 0) {
    const value = open.pop()
    if (typeof value !== 'object' || value === null) continue
    for (const [key, entry] of Object.entries(value)) {
      if (isForbidden(key)) return true
      open.push(entry)
    }
  }
  return false
}
