/** Reads theme.json (contract.md#theme-packages) and checks its fields; extra fields stay. */
import { nestsDeeper } from '@typecase/kernel'
import { type PlacedField, placedFields } from './placed-fields.ts'
import type { ThemeMetadata } from './theme.ts'
import type { ThemeError } from './theme-error.ts'
import { reservedNames, themeNameOf } from './theme-name.ts'
import { isVersion } from './version.ts'

export const screenshotNames = ['screenshot.jpg', 'screenshot.png', 'screenshot.webp']

const maxBytes = 64 * 1024

/** Reads theme.json. Returns the metadata, or all of its errors. */
export function readMetadata(bytes: Uint8Array | undefined): {
  metadata?: ThemeMetadata
  problems: readonly ThemeError[]
} {
  if (!bytes)
    return {
      problems: [
        fieldError(
          'theme.json is missing',
          'Add theme.json at the top of the package, with title, description, version and author.',
        ),
      ],
    }
  if (bytes.length > maxBytes)
    return {
      problems: [
        fieldError('theme.json is larger than 64 KiB', 'Move large values into a file below assets.'),
      ],
    }
  const { fields, line, text = '' } = parse(bytes)
  if (!isObject(fields))
    return {
      problems: [
        {
          ...fieldError(
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

interface FieldError extends ThemeError {
  /** Name of the top-level field that is invalid. */
  readonly field?: string | undefined
  /** True if the error is the name of a field, not its value. */
  readonly isNamed?: boolean
}

const fieldError = (message: string, hint: string, field?: string): FieldError => ({
  path: 'theme.json',
  message,
  hint,
  field,
})

function withLines(errors: readonly FieldError[], text: string): ThemeError[] {
  const all = errors.length > 0 ? placedFields(text) : []
  return errors.map(({ field, isNamed, ...found }) => {
    const isMeant = ({ name, depth }: PlacedField) =>
      isNamed ? isForbidden(name) : depth === 1 && name === field
    // JSON.parse uses the last of duplicate fields.
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

function requiredProblems(fields: Fields): FieldError[] {
  const problems = ['title', 'description', 'version', 'author'].flatMap((name) =>
    isText(fields[name])
      ? []
      : [
          fieldError(
            fields[name] === undefined ? `${name} is required` : `${name} must be a string that is not empty`,
            `Add "${name}": "${name === 'version' ? '1.0.0' : '…'}".`,
            name,
          ),
        ],
  )
  if (isText(fields.version) && !isVersion(fields.version))
    problems.push(
      fieldError(
        'version must have the form X.Y.Z, digits only',
        'Write three numbers, as in "1.0.0".',
        'version',
      ),
    )
  if (isText(fields.title)) problems.push(...titleProblems(fields.title))
  return problems
}

/** The title determines the name of the theme (contract.md#theme-names). */
function titleProblems(title: string): FieldError[] {
  const name = themeNameOf(title)
  if (name === '')
    return [
      fieldError(
        "title must contain a letter or a digit: the theme's name is derived from it",
        'Add a Latin letter or a digit to the title.',
        'title',
      ),
    ]
  if (reservedNames.has(name))
    return [
      fieldError(
        `title results in the name ${name}, which is reserved`,
        'Choose a different title.',
        'title',
      ),
    ]
  return []
}

function optionalProblems(fields: Fields): FieldError[] {
  const problems: FieldError[] = []
  const check = (name: string, isRight: (value: unknown) => boolean, what: string) => {
    if (fields[name] !== undefined && !isRight(fields[name]))
      problems.push(fieldError(`${name} must be ${what}`, 'Correct the value, or remove the field.', name))
  }
  check('authorUrl', (value) => value === '' || isWebAddress(value), 'an http or https address')
  check('license', (value) => typeof value === 'string', 'a string')
  for (const name of ['tags', 'features', 'colors']) check(name, isTexts, 'an array of strings')
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

/** Maximum levels of nesting, as in the metadata of posts. */
const maxDepth = 32

function treeProblems(fields: Fields): FieldError[] {
  if (nestsDeeper(fields, maxDepth))
    return [
      fieldError(
        `a field is nested deeper than ${maxDepth} levels`,
        'Reduce the nesting of arrays and objects.',
      ),
    ]
  return hasForbiddenName(fields)
    ? [
        {
          ...fieldError(
            'a field has a forbidden name',
            'Rename fields named __proto__, constructor or prototype.',
          ),
          isNamed: true,
        },
      ]
    : []
}

/** Rejects keys such as `__proto__`, which could change prototypes. */
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
