import type { EditorView } from '@codemirror/view'
import { Box, Drawer, Paper, Text } from '@mantine/core'
import { useDisclosure, useHotkeys, useMediaQuery } from '@mantine/hooks'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import type { Kind } from '../api/types.ts'
import { useT } from '../i18n/i18n.ts'
import { MediaPicker } from '../media/media-picker.tsx'
import { Confirm } from '../ui/confirm.tsx'
import { ErrorNote } from '../ui/error-note.tsx'
import { Waiting } from '../ui/waiting.tsx'
import { ConflictDialog } from './conflict-dialog.tsx'
import { EditorBar } from './editor-bar.tsx'
import type { Fields } from './fields.ts'
import { imageMarkdown } from './formatting.ts'
import { MetadataPanel } from './metadata-panel.tsx'
import { Notices } from './notices.tsx'
import { RevisionsDrawer } from './revisions-drawer.tsx'
import { type DateName, ScheduleDialog } from './schedule-dialog.tsx'
import { ScheduleNote, ScheduleSection } from './schedule-section.tsx'
import { useDocument } from './use-document.ts'
import { type Layout, WritingArea } from './writing-area.tsx'

interface EditorScreenProps {
  readonly kind: Kind
  readonly id: string
  readonly initial: Partial<Fields>
}

export function EditorScreen({ kind, id, initial }: EditorScreenProps) {
  const t = useT()
  const navigate = useNavigate()
  const { document: doc, view } = useDocument(kind, id, initial)
  const isWide = useMediaQuery('(min-width: 75em)', true, { getInitialValueInEffect: false })
  const isNarrow = useMediaQuery('(max-width: 48em)', false, { getInitialValueInEffect: false })
  const [layout, setLayout] = useState<Layout>(isNarrow ? 'write' : 'split')
  const [isFull, full] = useDisclosure(false)
  const [hasDetails, details] = useDisclosure(false)
  const [hasHistory, history] = useDisclosure(false)
  const [isPicking, picking] = useDisclosure(false)
  const [editor, setEditor] = useState<EditorView>()
  const [scheduling, setScheduling] = useState<DateName>()
  const [asksDiscard, discarding] = useDisclosure(false)
  const { fields } = view
  // A key pressed in a dialog must not save the text behind it.
  const canSave =
    fields.title.trim() !== '' && !scheduling && !hasHistory && !asksDiscard && view.phase !== 'conflict'
  useHotkeys(
    [
      ['mod+S', () => void (canSave && doc.save())],
      ['mod+shift+F', full.toggle],
      ['Escape', full.close],
    ],
    [],
    true,
  )
  useEffect(() => {
    if (view.id && id === 'new') void navigate({ to: `/${kind}/$id`, params: { id: view.id }, replace: true })
  }, [view.id, id, kind, navigate])
  useEffect(() => {
    document.title = `${fields.title || t(kind === 'posts' ? 'editor.newPost' : 'editor.newPage')} · Typecase`
  }, [fields.title, kind, t])

  if (view.phase === 'loading') return <Waiting />
  if (view.phase === 'unread') return <ErrorNote error={view.error} retry={() => location.reload()} />
  const schedule = <ScheduleSection document={doc} view={view} onSchedule={setScheduling} />
  const panel = <MetadataPanel kind={kind} view={view} onChange={doc.change} schedule={schedule} />
  return (
    <Box className={isFull ? 'editor editor-full' : 'editor'}>
      <EditorBar
        document={doc}
        view={view}
        layout={layout}
        onLayout={setLayout}
        isFull={isFull}
        onFull={full.toggle}
        onHistory={history.open}
        onDetails={isWide && !isFull ? undefined : details.open}
        onSchedule={setScheduling}
        onDiscard={discarding.open}
      />
      <ScheduleNote document={doc} view={view} onSchedule={setScheduling} />
      <Notices document={doc} view={view} onDiscard={discarding.open} />
      {view.phase === 'failed' && (
        <Box mb="sm">
          <ErrorNote error={view.error} />
        </Box>
      )}
      <div className="editor-columns">
        <WritingArea
          kind={kind}
          id={view.id}
          fields={fields}
          layout={layout}
          editor={editor}
          onEditor={setEditor}
          onChange={doc.change}
          onImage={picking.open}
        />
        {isWide && !isFull && (
          <Paper
            withBorder
            p="md"
            component="aside"
            aria-label={t('editor.details')}
            className="editor-aside"
          >
            {panel}
          </Paper>
        )}
      </div>
      <Drawer
        opened={hasDetails && (!isWide || isFull)}
        onClose={details.close}
        position="right"
        title={t('editor.details')}
      >
        {panel}
      </Drawer>
      {hasHistory && view.id && (
        <RevisionsDrawer document={doc} view={view} id={view.id} onClose={history.close} />
      )}
      {scheduling && (
        <ScheduleDialog
          document={doc}
          view={view}
          name={scheduling}
          onClose={() => setScheduling(undefined)}
        />
      )}
      {isPicking && (
        <MediaPicker
          onClose={picking.close}
          onPick={(file) => {
            picking.close()
            if (!editor) return
            const { from, to } = editor.state.selection.main
            const insert = imageMarkdown(file.alt, file.url)
            editor.dispatch({ changes: { from, to, insert }, selection: { anchor: from + insert.length } })
            editor.focus()
          }}
        />
      )}
      {view.phase === 'conflict' && <ConflictDialog document={doc} view={view} onDiscard={discarding.open} />}
      {/* Mounted after the other dialog, so that it is on top of it. */}
      {asksDiscard && (
        <Confirm
          opened
          title={t('editor.discardAsk')}
          label={t('editor.discardConfirm')}
          onClose={discarding.close}
          onConfirm={() => {
            discarding.close()
            void doc.discard()
          }}
        >
          <Text size="sm">{t('editor.discardText')}</Text>
        </Confirm>
      )}
    </Box>
  )
}
