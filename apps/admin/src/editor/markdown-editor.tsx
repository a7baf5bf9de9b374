import { defaultKeymap, history, historyKeymap } from '@codemirror/commands'
import { markdown, markdownKeymap, markdownLanguage, pasteURLAsLink } from '@codemirror/lang-markdown'
import { HighlightStyle, syntaxHighlighting } from '@codemirror/language'
import { search, searchKeymap } from '@codemirror/search'
import { EditorState, Prec } from '@codemirror/state'
import { drawSelection, dropCursor, EditorView, highlightSpecialChars, keymap } from '@codemirror/view'
import { tags } from '@lezer/highlight'
import { useEffect, useRef } from 'react'
import { nonce } from '../nonce.ts'
import { insertLink, toggleAround, toggleLines } from './formatting.ts'
import { textChanges } from './text-changes.ts'

interface MarkdownEditorProps {
  readonly value: string
  readonly label: string
  readonly onChange: (text: string) => void
  readonly onFiles: (view: EditorView, files: readonly File[], at: number) => void
  readonly onView: (view: EditorView | undefined) => void
  /** 0 at the top, 1 at the end. */
  readonly onScroll: (share: number) => void
}

/** The text field, made with CodeMirror. Tab moves the focus, so that keyboard users can leave the field. */
export function MarkdownEditor(props: MarkdownEditorProps) {
  const container = useRef<HTMLDivElement>(null)
  const current = useRef(props)
  const view = useRef<EditorView>(undefined)
  useEffect(() => {
    current.current = props
  })
  useEffect(() => {
    if (!container.current) return
    const editor = new EditorView({
      parent: container.current,
      state: stateOf(current.current.value, current.current.label, current),
    })
    view.current = editor
    current.current.onView(editor)
    return () => {
      current.current.onView(undefined)
      view.current = undefined
      editor.destroy()
    }
  }, [])
  useEffect(() => {
    const editor = view.current
    if (!editor || editor.state.doc.toString() === props.value) return
    editor.dispatch({ changes: [...textChanges(editor.state.doc.toString(), props.value)] })
  }, [props.value])
  return <div ref={container} className="markdown-editor" />
}

/**
 * Extensions for writing. CodeMirror's HTML support is omitted, because it inserts closing tags while typing.
 */
const writing = [
  markdown({ base: markdownLanguage }).language,
  pasteURLAsLink,
  Prec.high(keymap.of([...markdownKeymap])),
]

const shortcuts = keymap.of([
  { key: 'Mod-b', run: toggleAround('**') },
  { key: 'Mod-i', run: toggleAround('_') },
  { key: 'Mod-e', run: toggleAround('`') },
  { key: 'Mod-Shift-x', run: toggleAround('~~') },
  { key: 'Mod-k', run: insertLink },
  { key: 'Mod-Alt-2', run: toggleLines('heading2') },
  { key: 'Mod-Alt-3', run: toggleLines('heading3') },
  { key: 'Mod-Shift-7', run: toggleLines('numbers') },
  { key: 'Mod-Shift-8', run: toggleLines('bullets') },
  { key: 'Mod-Shift-9', run: toggleLines('quote') },
  ...historyKeymap,
  ...searchKeymap,
  ...defaultKeymap,
])

const filesOf = (transfer: DataTransfer | null): readonly File[] => [...(transfer?.files ?? [])]

interface CurrentProps {
  readonly current: MarkdownEditorProps
}

function stateOf(text: string, label: string, current: CurrentProps): EditorState {
  return EditorState.create({
    doc: text,
    extensions: [
      history(),
      drawSelection(),
      dropCursor(),
      highlightSpecialChars(),
      search({ top: true }),
      writing,
      syntaxHighlighting(colours),
      EditorView.lineWrapping,
      EditorView.cspNonce.of(nonce),
      EditorView.contentAttributes.of({
        'aria-label': label,
        tabindex: '0',
        spellcheck: 'true',
        autocapitalize: 'sentences',
        autocorrect: 'on',
      }),
      appearance,
      shortcuts,
      EditorView.updateListener.of((update) => {
        if (update.docChanged) current.current.onChange(update.state.doc.toString())
      }),
      eventHandlers(current),
    ],
  })
}

const eventHandlers = (current: CurrentProps) =>
  EditorView.domEventHandlers({
    paste(event, view) {
      const files = filesOf(event.clipboardData)
      if (files.length === 0) return false
      current.current.onFiles(view, files, view.state.selection.main.head)
      return true
    },
    drop(event, view) {
      const files = filesOf(event.dataTransfer)
      if (files.length === 0) return false
      event.preventDefault()
      current.current.onFiles(
        view,
        files,
        view.posAtCoords({ x: event.clientX, y: event.clientY }) ?? view.state.selection.main.head,
      )
      return true
    },
    scroll(_event, view) {
      const { scrollTop, scrollHeight, clientHeight } = view.scrollDOM
      current.current.onScroll(scrollHeight > clientHeight ? scrollTop / (scrollHeight - clientHeight) : 0)
    },
  })

const colours = HighlightStyle.define([
  { tag: tags.heading, fontWeight: '700', color: 'var(--mantine-color-text)' },
  { tag: tags.heading1, fontSize: '1.4em', fontWeight: '700' },
  { tag: tags.heading2, fontSize: '1.25em', fontWeight: '700' },
  { tag: tags.heading3, fontSize: '1.12em', fontWeight: '700' },
  { tag: tags.strong, fontWeight: '700' },
  { tag: tags.emphasis, fontStyle: 'italic' },
  { tag: tags.strikethrough, textDecoration: 'line-through' },
  { tag: [tags.link, tags.url], color: 'var(--mantine-color-anchor)' },
  { tag: tags.monospace, fontFamily: 'var(--mantine-font-family-monospace)', color: 'var(--typecase-code)' },
  { tag: tags.quote, color: 'var(--mantine-color-dimmed)' },
  { tag: [tags.processingInstruction, tags.contentSeparator], color: 'var(--mantine-color-dimmed)' },
])

const appearance = EditorView.theme({
  '&': { height: '100%', fontSize: '1rem', backgroundColor: 'transparent' },
  '&.cm-focused': { outline: 'none' },
  '.cm-scroller': { fontFamily: 'var(--typecase-writing)', lineHeight: '1.7', overflow: 'auto' },
  '.cm-content': {
    padding: '1rem 0 40vh',
    caretColor: 'var(--mantine-color-text)',
    maxWidth: '46rem',
    margin: '0 auto',
  },
  '.cm-line': { padding: '0 1.25rem' },
  '.cm-cursor': { borderLeftColor: 'var(--mantine-color-text)', borderLeftWidth: '2px' },
  '&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground': {
    backgroundColor: 'var(--mantine-primary-color-light-hover)',
  },
  '.cm-panels': { backgroundColor: 'var(--mantine-color-default-hover)', color: 'var(--mantine-color-text)' },
})
