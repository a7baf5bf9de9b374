import { EditorState, type StateCommand } from '@codemirror/state'
import { describe, expect, it } from 'vitest'
import { imageMarkdown, insertLink, toggleAround, toggleLines } from './formatting.ts'

/** Runs it on a text in which `|` stands at both ends of the selection (once: a cursor). */
function run(command: StateCommand, marked: string): string {
  const from = marked.indexOf('|')
  const rest = marked.replace('|', '')
  const end = rest.indexOf('|')
  const to = end < 0 ? from : end
  let state = EditorState.create({ doc: rest.replace('|', ''), selection: { anchor: from, head: to } })
  command({ state, dispatch: (transaction) => (state = transaction.state) })
  const { from: first, to: last } = state.selection.main
  const text = state.doc.toString()
  return first === last
    ? `${text.slice(0, first)}|${text.slice(first)}`
    : `${text.slice(0, first)}|${text.slice(first, last)}|${text.slice(last)}`
}

describe('formatting', () => {
  it('goes around the selection, and away again', () => {
    expect(run(toggleAround('**'), 'a |word| b')).toBe('a **|word|** b')
    expect(run(toggleAround('**'), 'a **|word|** b')).toBe('a |word| b')
    expect(run(toggleAround('**'), 'a |**word**| b')).toBe('a |word| b')
    expect(run(toggleAround('_'), 'a |')).toBe('a _|_')
  })

  it('begins all selected lines, numbers them, and takes the place of another mark', () => {
    expect(run(toggleLines('numbers'), '|one\ntwo|')).toBe('1. |one\n2. two|')
    expect(run(toggleLines('bullets'), '1. |one\n2. two|')).toBe('- |one\n- two|')
    expect(run(toggleLines('bullets'), '- |one\n- two|')).toBe('|one\ntwo|')
    expect(run(toggleLines('heading2'), '### tit|le')).toBe('## tit|le')
  })

  it('makes a link of words or of an address', () => {
    expect(run(insertLink, 'see |this| now')).toBe('see [this](|https://|) now')
    expect(run(insertLink, 'see |https://example.org| now')).toBe('see [|](https://example.org) now')
  })

  it('lets no alt text end early', () => {
    expect(imageMarkdown('a [b]\nc', '/images/x.png')).toBe('![a \\[b\\] c](/images/x.png)')
  })
})
