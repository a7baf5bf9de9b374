/** Three versions of a text merged by words: edits of different places of one paragraph do not conflict. */
import { diff3Merge, diffComm } from 'node-diff3'

export interface TextConflict {
  readonly mine: string
  readonly theirs: string
}
/** Text that is settled, or a place that both sides changed. */
export type Piece = string | TextConflict

export const isConflict = (piece: Piece): piece is TextConflict => typeof piece !== 'string'

/** A line with the blank lines that follow it. */
const blocks = /[^\n]*\n+|[^\n]+$/g
/** A line break, leading blanks, one character of a script without spaces, or a word with the blanks that follow it. */
const words =
  /\n|[^\S\n]+|[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}]|[^\s\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}]+[^\S\n]*/gu

/** Pairs of equal tokens in two texts: the work of a comparison grows with them. More is one conflict. */
const mostPairs = 400_000
/** A passage of which a side kept less than this share was rewritten: words merged into it would make no sense. */
const leastKept = 0.4
/** Words between two conflicts that are shown with them, as one. */
const fewWords = 3

/** The pieces in order; joined, with one side of each conflict, they are a text. */
export function mergeText(base: string, mine: string, theirs: string): readonly Piece[] {
  if (mine === theirs || base === theirs) return textPieces(mine)
  if (base === mine) return textPieces(theirs)
  const pieces = mergeTokens(blocksOf(base), blocksOf(mine), blocksOf(theirs), mergeWords)
  return joinedConflicts(joinedTexts(pieces))
}

const textPieces = (text: string): readonly Piece[] => (text === '' ? [] : [text])
const split = (text: string, tokens: RegExp): readonly string[] => text.match(tokens) ?? []

export const blocksOf = (text: string): readonly string[] => split(text, blocks)

/** False where a comparison would take too long. */
export const isComparable = (a: readonly string[], b: readonly string[]): boolean => pairs(a, b) <= mostPairs

type Resolve = (base: string, mine: string, theirs: string) => readonly Piece[]

const whole: Resolve = (_base, mine, theirs) => [{ mine, theirs }]

/** Merges three lists of tokens; what both changed goes to `resolve`. */
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
      return whole(ofBase.join(''), ofMine.join(''), ofTheirs.join(''))
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
  if (keptShare(ofBase, ofMine) < leastKept || keptShare(ofBase, ofTheirs) < leastKept)
    return whole(base, mine, theirs)
  return mergeTokens(ofBase, ofMine, ofTheirs, whole)
}

/** How much of the first the second still has, 0 to 1. */
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

/** What all lists begin and end with, apart from the rest. */
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

/** Conflicts with hardly anything between them become one. */
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

const isShort = (text: string): boolean => !text.includes('\n') && split(text, words).length < fewWords
