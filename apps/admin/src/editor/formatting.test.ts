import { EditorState, type StateCommand } from '@codemirror/state'
import { describe, expect, it } from 'vitest'
import { imageMarkdown, insertLink, toggleAround, toggleLines } from './formatting.ts'

/** Runs the command on a text in which `|` marks both ends of the selection (one `|`: the cursor). */
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
  it('wraps and unwraps the selection', () => {
    expect(run(toggleAround('**'), 'a |word| b')).toBe('a **|word|** b')
    expect(run(toggleAround('**'), 'a **|word|** b')).toBe('a |word| b')
    expect(run(toggleAround('**'), 'a |**word**| b')).toBe('a |word| b')
    expect(run(toggleAround('_'), 'a |')).toBe('a _|_')
  })

  it('prefixes or numbers all selected lines, and replaces other prefixes', () => {
    expect(run(toggleLines('numbers'), '|one\ntwo|')).toBe('1. |one\n2. two|')
    expect(run(toggleLines('bullets'), '1. |one\n2. two|')).toBe('- |one\n- two|')
    expect(run(toggleLines('bullets'), '- |one\n- two|')).toBe('|one\ntwo|')
    expect(run(toggleLines('heading2'), '### tit|le')).toBe('## tit|le')
  })

  it('turns text or a URL into a link', () => {
    expect(run(insertLink, 'see |this| now')).toBe('see [this](|https://|) now')
    expect(run(insertLink, 'see |https://example.org| now')).toBe('see [|](https://example.org) now')
  })

  it('escapes brackets in alt text', () => {
    expect(imageMarkdown('a [b]\nc', '/images/x.png')).toBe('![a \\[b\\] c](/images/x.png)')
  })
})
