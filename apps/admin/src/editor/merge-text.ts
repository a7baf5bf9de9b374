/** Merges two versions of a text word by word: edits of different words in one paragraph do not conflict. */
import { diff3Merge, diffComm } from 'node-diff3'

export interface TextConflict {
  readonly mine: string
  readonly theirs: string
}
/** A passage of merged text, or a conflict. */
export type Piece = string | TextConflict

export const isConflict = (piece: Piece): piece is TextConflict => typeof piece !== 'string'

/** Splits a text into lines, each with the blank lines after it. */
const blocks = /[^\n]*\n+|[^\n]+$/g
/**
 * Splits a text into tokens: words with the blanks after them, line breaks, other blanks, and the single
 * characters of scripts without spaces.
 */
const words =
  /\n|[^\S\n]+|[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}]|[^\s\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}]+[^\S\n]*/gu

/**
 * Maximum number of pairs of equal tokens; the time of a comparison grows with this number. A passage with
 * more pairs is not compared, but becomes one conflict.
 */
const maxPairs = 400_000
/** A passage becomes one conflict if a side kept less than this share of its words. */
const minKeptShare = 0.4
/** Two conflicts are joined if fewer words than this are between them. */
const minWordsBetween = 3

/** Returns the pieces of the merged text, in order. Choosing a side of each conflict completes the text. */
export function mergeText(base: string, mine: string, theirs: string): readonly Piece[] {
  if (mine === theirs || base === theirs) return textPieces(mine)
  if (base === mine) return textPieces(theirs)
  const pieces = mergeTokens(blocksOf(base), blocksOf(mine), blocksOf(theirs), mergeWords)
  return joinedConflicts(joinedTexts(pieces))
}

const textPieces = (text: string): readonly Piece[] => (text === '' ? [] : [text])
const split = (text: string, tokens: RegExp): readonly string[] => text.match(tokens) ?? []

export const blocksOf = (text: string): readonly string[] => split(text, blocks)

/** False if a comparison would take too long. */
export const isComparable = (a: readonly string[], b: readonly string[]): boolean => pairs(a, b) <= maxPairs

type Resolve = (base: string, mine: string, theirs: string) => readonly Piece[]

const singleConflict: Resolve = (_base, mine, theirs) => [{ mine, theirs }]

/** Merges three token lists; passes conflicts to `resolve`. */
function mergeTokens(
  base: readonly string[],
  mine: readonly string[],
  theirs: readonly string[],
  resolve: Resolve,
): readonly Piece[] {
  const { before, after, middles } = trimmed([base, mine, theirs])
  const [ofBase = [], ofMine = [], ofTheirs = []] = middles
  const merge = () => {
    if (!isComparable(ofBase, ofMine) || !isComparable(ofBase, ofTheirs))
      return singleConflict(ofBase.join(''), ofMine.join(''), ofTheirs.join(''))
    return diff3Merge([...ofMine], [...ofBase], [...ofTheirs], { excludeFalseConflicts: true }).flatMap(
      ({ ok, conflict }) => {
        if (ok) return textPieces(ok.join(''))
        return conflict ? resolve(conflict.o.join(''), conflict.a.join(''), conflict.b.join('')) : []
      },
    )
  }
  return [...textPieces(before.join('')), ...merge(), ...textPieces(after.join(''))]
}

const mergeWords: Resolve = (base, mine, theirs) => {
  const [ofBase, ofMine, ofTheirs] = [split(base, words), split(mine, words), split(theirs, words)]
  if (keptShare(ofBase, ofMine) < minKeptShare || keptShare(ofBase, ofTheirs) < minKeptShare)
    return singleConflict(base, mine, theirs)
  return mergeTokens(ofBase, ofMine, ofTheirs, singleConflict)
}

/** Share of the first list that the second still contains, 0 to 1. */
function keptShare(from: readonly string[], to: readonly string[]): number {
  if (from.length === 0 || !isComparable(from, to)) return 0
  const common = diffComm([...from], [...to]).reduce(
    (sum, part) => sum + ('common' in part && part.common ? part.common.length : 0),
    0,
  )
  return common / from.length
}

function pairs(a: readonly string[], b: readonly string[]): number {
  const counts = new Map<string, number>()
  for (const token of a) counts.set(token, (counts.get(token) ?? 0) + 1)
  return b.reduce((sum, token) => sum + (counts.get(token) ?? 0), 0)
}

/** Splits off the prefix and the suffix that all lists share; `middles` has the rest of each list. */
function trimmed(lists: readonly (readonly string[])[]) {
  const [first = []] = lists
  const shortest = Math.min(...lists.map(({ length }) => length))
  let head = 0
  while (head < shortest && lists.every((list) => list[head] === first[head])) head += 1
  let tail = 0
  while (tail < shortest - head && lists.every((list) => list.at(-1 - tail) === first.at(-1 - tail)))
    tail += 1
  const cut = (list: readonly string[]) => list.slice(head, list.length - tail)
  return { before: first.slice(0, head), after: first.slice(first.length - tail), middles: lists.map(cut) }
}

function joinedTexts(pieces: readonly Piece[]): readonly Piece[] {
  const joined: Piece[] = []
  for (const piece of pieces) {
    const last = joined.at(-1)
    if (typeof piece === 'string' && typeof last === 'string') joined[joined.length - 1] = last + piece
    else joined.push(piece)
  }
  return joined
}

/** Joins conflicts with few words between them. */
function joinedConflicts(pieces: readonly Piece[]): readonly Piece[] {
  const joined: Piece[] = []
  for (const piece of pieces) {
    const [before, between] = joined.slice(-2)
    if (
      isConflict(piece) &&
      typeof between === 'string' &&
      before &&
      isConflict(before) &&
      isShort(between)
    ) {
      const { mine, theirs } = before
      joined.splice(-2, 2, { mine: mine + between + piece.mine, theirs: theirs + between + piece.theirs })
    } else joined.push(piece)
  }
  return joined
}

const isShort = (text: string): boolean => !text.includes('\n') && split(text, words).length < minWordsBetween
