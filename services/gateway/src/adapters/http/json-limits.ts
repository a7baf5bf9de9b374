/** Checks limits of a JSON text in one pass, before the text is parsed. */
import type { Problem } from '@typecase/kernel'

/** Maximum nesting depth of arrays and objects. */
const maxDepth = 32
/**
 * Maximum number of arrays, objects, strings, numbers, true, false and null. Names of members do not count.
 */
const maxValues = 200_000
/** Maximum characters of a number. The longest useful spelling of a 64-bit float has 25. */
const maxNumberLength = 100

const quote = 0x22
const comma = 0x2c
const backslash = 0x5c
const openArray = 0x5b
const openObject = 0x7b
const closers = new Set([0x5d, 0x7d])

/** A table by character code, because regular expressions would take seconds for megabytes. */
const isIn = (characters: string) =>
  Uint8Array.from({ length: 0x10000 }, (_, code) => Number(characters.includes(String.fromCharCode(code))))
const digits = '0123456789+-.'
const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const startsNumber = isIn(digits)
const continuesNumber = isIn(`${digits}eE`)
const continuesWord = isIn(letters)
const startsValue = isIn(`"[{${digits}${letters}`)

/** An open array or object. */
interface Level {
  readonly isArray: boolean
  index: number
  /** Range of the current member name, without quotes. */
  name: readonly [number, number]
  expectsName: boolean
}

/**
 * The first exceeded limit, or undefined if there is none. The result for invalid JSON is unspecified. `path`
 * contains names as written, with escapes.
 */
export function exceededLimit(text: string): Problem | undefined {
  const open: Level[] = []
  let values = 0
  let end: number
  for (let start = 0; start < text.length; start = end) {
    end = endOfToken(text, start)
    if (!isValue(text, start)) punctuation(text.charCodeAt(start), open)
    else if (isName(text, start, open.at(-1))) enterMember(open.at(-1), [start + 1, end - 1])
    else {
      values += 1
      if (values > maxValues) return { path: '', message: `Must not have more than ${maxValues} values` }
      const message = valueError(text, start, end, open.length)
      if (message) return { path: pathOf(text, open), message }
      enterContainer(text.charCodeAt(start), open)
    }
  }
  return undefined
}

function valueError(text: string, start: number, end: number, depth: number): string | undefined {
  if (end - start > maxNumberLength && startsNumber[text.charCodeAt(start)])
    return `Must be a number of at most ${maxNumberLength} characters; send longer ones as strings`
  const character = text.charCodeAt(start)
  const isContainer = character === openArray || character === openObject
  return isContainer && depth === maxDepth ? `Must not be nested deeper than ${maxDepth}` : undefined
}

/** Offset after the string, number, word or other character at `start`. */
function endOfToken(text: string, start: number): number {
  const first = text.charCodeAt(start)
  if (first === quote) return endOfString(text, start)
  const continues = startsNumber[first] ? continuesNumber : continuesWord
  let at = start + 1
  if (startsNumber[first] || continuesWord[first])
    while (at < text.length && continues[text.charCodeAt(at)]) at += 1
  return at
}

function endOfString(text: string, start: number): number {
  let at = start + 1
  while (at < text.length && text.charCodeAt(at) !== quote) at += text.charCodeAt(at) === backslash ? 2 : 1
  return at + 1
}

const isValue = (text: string, at: number): boolean => startsValue[text.charCodeAt(at)] === 1

const isName = (text: string, at: number, level: Level | undefined): boolean =>
  text.charCodeAt(at) === quote && (level?.expectsName ?? false)

function enterMember(level: Level | undefined, name: Level['name']): void {
  if (level === undefined) return
  level.expectsName = false
  level.name = name
}

function enterContainer(character: number, open: Level[]): void {
  if (character !== openArray && character !== openObject) return
  open.push({
    isArray: character === openArray,
    index: 0,
    name: [0, 0],
    expectsName: character === openObject,
  })
}

function punctuation(character: number, open: Level[]): void {
  if (closers.has(character)) open.pop()
  const level = open.at(-1)
  if (character !== comma || level === undefined) return
  level.index += 1
  level.expectsName = !level.isArray
}

const pathOf = (text: string, open: readonly Level[]): string =>
  open.map(({ isArray, index, name }) => (isArray ? String(index) : text.slice(...name))).join('.')
