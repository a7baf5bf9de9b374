/** Commands of the toolbar and the keyboard shortcuts. */
import { type ChangeSpec, EditorSelection, type StateCommand } from '@codemirror/state'

/** Puts `mark` on both sides of each selection, or removes both marks. */
export const toggleAround =
  (mark: string): StateCommand =>
  ({ state, dispatch }) => {
    const size = mark.length
    const change = state.changeByRange((range) => {
      const inside = state.sliceDoc(range.from, range.to)
      const isOutside =
        state.sliceDoc(range.from - size, range.from) === mark &&
        state.sliceDoc(range.to, range.to + size) === mark
      if (isOutside)
        return {
          changes: [
            { from: range.from - size, to: range.from },
            { from: range.to, to: range.to + size },
          ],
          range: EditorSelection.range(range.from - size, range.to - size),
        }
      if (inside.length >= 2 * size && inside.startsWith(mark) && inside.endsWith(mark))
        return {
          changes: { from: range.from, to: range.to, insert: inside.slice(size, -size) },
          range: EditorSelection.range(range.from, range.to - 2 * size),
        }
      return {
        changes: [
          { from: range.from, insert: mark },
          { from: range.to, insert: mark },
        ],
        range: EditorSelection.range(range.from + size, range.to + size),
      }
    })
    dispatch(state.update(change, { userEvent: 'input', scrollIntoView: true }))
    return true
  }

export type LineMark = 'heading2' | 'heading3' | 'bullets' | 'numbers' | 'tasks' | 'quote'
const lineMarks: Readonly<
  Record<LineMark, { readonly prefix: (index: number) => string; readonly pattern: RegExp }>
> = {
  heading2: { prefix: () => '## ', pattern: /^## / },
  heading3: { prefix: () => '### ', pattern: /^### / },
  bullets: { prefix: () => '- ', pattern: /^- (?!\[[ x]\] )/ },
  numbers: { prefix: (index) => `${index + 1}. `, pattern: /^\d+\. / },
  tasks: { prefix: () => '- [ ] ', pattern: /^- \[[ x]\] / },
  quote: { prefix: () => '> ', pattern: /^> / },
}
const anyMark = /^(#{1,6} |- \[[ x]\] |[-*+] |\d+\. )/

/**
 * Adds a prefix to the selected lines, or removes it if all of them have it. If several lines are selected,
 * skips blank ones. Prefixes of headings and lists replace each other. The prefix of a quote is added before
 * them.
 */
export const toggleLines =
  (name: LineMark): StateCommand =>
  ({ state, dispatch }) => {
    const { prefix, pattern } = lineMarks[name]
    const { from, to } = state.selection.main
    const first = state.doc.lineAt(from).number
    const last = state.doc.lineAt(to).number
    const lines = Array.from({ length: last - first + 1 }, (_, n) => state.doc.line(first + n)).filter(
      ({ text }) => text.trim() !== '' || first === last,
    )
    const isOn = lines.length > 0 && lines.every(({ text }) => pattern.test(text))
    const changes: ChangeSpec[] = lines.map((line, index) => {
      const found = (isOn ? pattern : name === 'quote' ? /^/ : anyMark).exec(line.text)?.[0] ?? ''
      return { from: line.from, to: line.from + found.length, insert: isOn ? '' : prefix(index) }
    })
    const done = state.changes(changes)
    const selection = EditorSelection.range(
      done.mapPos(state.selection.main.anchor, 1),
      done.mapPos(state.selection.main.head, 1),
    )
    dispatch(state.update({ changes: done, selection, userEvent: 'input', scrollIntoView: true }))
    return true
  }

/**
 * Turns the selection into a link. Then moves the cursor to the text or the URL of the link, whichever is
 * missing.
 */
export const insertLink: StateCommand = ({ state, dispatch }) => {
  const { from, to } = state.selection.main
  const text = state.sliceDoc(from, to)
  const isAddress = /^https?:\/\/\S+$/.test(text)
  const insert = isAddress ? `[](${text})` : `[${text}](https://)`
  const selection =
    isAddress || text === ''
      ? EditorSelection.cursor(from + 1)
      : EditorSelection.range(from + text.length + 3, from + insert.length - 1)
  dispatch(
    state.update({ changes: { from, to, insert }, selection, userEvent: 'input', scrollIntoView: true }),
  )
  return true
}

/** Replaces the selection by a block on its own lines. */
const insertBlock =
  (block: string): StateCommand =>
  ({ state, dispatch }) => {
    const { from, to } = state.selection.main
    const line = state.doc.lineAt(from)
    const before = line.text.slice(0, from - line.from).trim() === '' ? '' : '\n\n'
    const after = state.doc.lineAt(to).to === to ? '\n' : '\n\n'
    const insert = before + block + after
    dispatch(
      state.update({
        changes: { from, to, insert },
        selection: { anchor: from + insert.length },
        userEvent: 'input',
        scrollIntoView: true,
      }),
    )
    return true
  }

export const insertCodeBlock: StateCommand = (target) => {
  const { from, to } = target.state.selection.main
  return insertBlock(`\`\`\`\n${target.state.sliceDoc(from, to)}\n\`\`\``)(target)
}

export const insertTable = insertBlock('| A | B |\n| --- | --- |\n|  |  |')

/** Markdown of an image. Escapes brackets in the alt text. */
export const imageMarkdown = (alt: string, url: string): string =>
  `![${alt.replace(/[[\]\\]/g, '\\$&').replace(/\s+/g, ' ')}](${url})`
