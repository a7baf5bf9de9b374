import { redo, undo } from '@codemirror/commands'
import type { StateCommand } from '@codemirror/state'
import type { EditorView } from '@codemirror/view'
import { ActionIcon, Divider, Group, Tooltip } from '@mantine/core'
import { Fragment } from 'react'
import { type MessageKey, useT } from '../i18n/i18n.ts'
import {
  IconArrowBackUp,
  IconArrowForwardUp,
  IconBlockquote,
  IconBold,
  IconCode,
  IconH2,
  IconH3,
  IconItalic,
  IconLink,
  IconList,
  IconListCheck,
  IconListNumbers,
  IconPhoto,
  IconSourceCode,
  IconStrikethrough,
  IconTable,
} from '../ui/icons.ts'
import { insertCodeBlock, insertLink, insertTable, toggleAround, toggleLines } from './formatting.ts'

interface Tool {
  readonly label: MessageKey
  readonly icon: typeof IconBold
  readonly keys?: string
  readonly run: StateCommand
}

const isMac = /Mac|iPhone|iPad/.test(navigator.platform)
const ctrl = isMac ? '⌘' : 'Ctrl+'

const groups: readonly (readonly Tool[])[] = [
  [
    { label: 'format.bold', icon: IconBold, keys: 'B', run: toggleAround('**') },
    { label: 'format.italic', icon: IconItalic, keys: 'I', run: toggleAround('_') },
    { label: 'format.strike', icon: IconStrikethrough, run: toggleAround('~~') },
    { label: 'format.code', icon: IconCode, keys: 'E', run: toggleAround('`') },
  ],
  [
    { label: 'format.heading2', icon: IconH2, keys: 'Alt+2', run: toggleLines('heading2') },
    { label: 'format.heading3', icon: IconH3, keys: 'Alt+3', run: toggleLines('heading3') },
    { label: 'format.bullets', icon: IconList, keys: 'Shift+8', run: toggleLines('bullets') },
    { label: 'format.numbers', icon: IconListNumbers, keys: 'Shift+7', run: toggleLines('numbers') },
    { label: 'format.tasks', icon: IconListCheck, run: toggleLines('tasks') },
    { label: 'format.quote', icon: IconBlockquote, keys: 'Shift+9', run: toggleLines('quote') },
  ],
  [
    { label: 'format.link', icon: IconLink, keys: 'K', run: insertLink },
    { label: 'format.codeBlock', icon: IconSourceCode, run: insertCodeBlock },
    { label: 'format.table', icon: IconTable, run: insertTable },
  ],
  [
    { label: 'format.undo', icon: IconArrowBackUp, keys: 'Z', run: undo },
    { label: 'format.redo', icon: IconArrowForwardUp, keys: 'Shift+Z', run: redo },
  ],
]

/** Buttons that format the text. `view` is undefined while only the preview is shown. */
export function Toolbar({
  view,
  onImage,
}: {
  readonly view: EditorView | undefined
  readonly onImage: () => void
}) {
  const t = useT()
  return (
    <Group gap={2} role="toolbar" aria-label={t('format.toolbar')} className="toolbar">
      {groups.map((tools, index) => (
        <Fragment key={tools[0]?.label}>
          {index > 0 && <Divider orientation="vertical" mx={4} />}
          {tools.map(({ label, icon: Icon, keys, run }) => (
            <Tooltip key={label} label={keys ? `${t(label)} (${ctrl}${keys})` : t(label)} openDelay={400}>
              <ActionIcon
                variant="subtle"
                color="gray"
                size={32}
                disabled={!view}
                aria-label={t(label)}
                onClick={() => {
                  if (!view) return
                  run(view)
                  view.focus()
                }}
              >
                <Icon size={19} stroke={1.7} aria-hidden />
              </ActionIcon>
            </Tooltip>
          ))}
          {index === 2 && (
            <Tooltip label={t('format.image')} openDelay={400}>
              <ActionIcon
                variant="subtle"
                color="gray"
                size={32}
                disabled={!view}
                aria-label={t('format.image')}
                onClick={onImage}
              >
                <IconPhoto size={19} stroke={1.7} aria-hidden />
              </ActionIcon>
            </Tooltip>
          )}
        </Fragment>
      ))}
    </Group>
  )
}
