import { EditorView } from '@codemirror/view'
import { Alert, Anchor, List } from '@mantine/core'
import type { RemovedHtml } from '../api/types.ts'
import { useT } from '../i18n/i18n.ts'

interface RemovedHtmlListProps {
  readonly removed: readonly RemovedHtml[]
  /** The editor that shows the text; undefined while only the preview is shown. */
  readonly editor: EditorView | undefined
}

/** Lists the HTML that the page does not show as written, with a link to its line. */
export function RemovedHtmlList({ removed, editor }: RemovedHtmlListProps) {
  const t = useT()
  if (removed.length === 0) return null
  return (
    <Alert
      color="yellow"
      variant="light"
      radius={0}
      role="status"
      mah="30%"
      style={{ overflow: 'auto', flexShrink: 0 }}
    >
      {t('removed.count', { n: removed.length })}
      <List size="sm">
        {removed.map((each, at) => (
          <List.Item key={keyOf(each, at)}>
            {editor ? (
              <Anchor component="button" type="button" size="sm" onClick={() => goToLine(editor, each.line)}>
                {t('removed.line', { line: each.line })}
              </Anchor>
            ) : (
              t('removed.line', { line: each.line })
            )}{' '}
            <code>{shownName(each)}</code> –{' '}
            {t(`removed.${reasonKey[each.reason as keyof typeof reasonKey] ?? 'element'}`)}
          </List.Item>
        ))}
      </List>
    </Alert>
  )
}

const reasonKey = {
  'shown-as-text': 'asText',
  'never-closed': 'neverClosed',
  element: 'element',
  attribute: 'attribute',
  address: 'address',
} as const

/** React key of an entry, which has no other identity than its position. */
const keyOf = ({ line }: RemovedHtml, at: number): string => `${line} ${at}`

const shownName = ({ element, attribute }: RemovedHtml): string =>
  attribute ? `<${element} ${attribute}>` : `<${element}>`

function goToLine(editor: EditorView, line: number): void {
  const { from } = editor.state.doc.line(Math.min(line, editor.state.doc.lines))
  editor.dispatch({ selection: { anchor: from }, effects: EditorView.scrollIntoView(from, { y: 'center' }) })
  editor.focus()
}
