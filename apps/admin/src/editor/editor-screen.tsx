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
import type { OpenDocument } from './document.ts'
import { EditorBar } from './editor-bar.tsx'
import type { Fields } from './fields.ts'
import { imageMarkdown } from './formatting.ts'
import { MetadataPanel } from './metadata-panel.tsx'
import { Notices } from './notices.tsx'
import { RevisionsDrawer } from './revisions-drawer.tsx'
import { type DateName, ScheduleDialog } from './schedule-dialog.tsx'
import { ScheduleNote, ScheduleSection } from './schedule-section.tsx'
import { useDocument } from './use-document.ts'
import type { View } from './view.ts'
import { type Layout, WritingArea } from './writing-area.tsx'

interface EditorScreenProps {
  readonly kind: Kind
  readonly id: string
  readonly initial: Partial<Fields>
}

export function EditorScreen({ kind, id, initial }: EditorScreenProps) {
  const { document, view } = useDocument(kind, id, initial)
  const state = useScreenState()
  const { full, scheduling, history, discarding } = state
  const hasDialog = Boolean(scheduling) || history.isOpen || discarding.isOpen
  useSaveKeys(document, view, { hasDialog, onFull: full.toggle, onLeave: full.close })
  useOwnAddress(kind, id, view)
  if (view.phase === 'loading') return <Waiting />
  if (view.phase === 'loadFailed') return <ErrorNote error={view.error} retry={() => location.reload()} />
  return <LoadedEditor document={document} view={view} state={state} />
}

interface LoadedEditorProps {
  readonly document: OpenDocument
  readonly view: View
  readonly state: ScreenState
}

/** A loaded post or page: the bar, the text and the details. */
function LoadedEditor({ document, view, state }: LoadedEditorProps) {
  const t = useT()
  const { layout, setLayout, isFull, full, hasDetails, details, editor, setEditor, setScheduling } = state
  const { history, picking, discarding } = state
  const showsAside = state.isWide && !isFull
  const panel = <DetailsPanel document={document} view={view} onSchedule={setScheduling} />
  return (
    <Box className={isFull ? 'editor editor-full' : 'editor'}>
      <EditorBar
        document={document}
        view={view}
        layout={layout}
        onLayout={setLayout}
        isFull={isFull}
        onFull={full.toggle}
        onHistory={history.open}
        onDetails={showsAside ? undefined : details.open}
        onSchedule={setScheduling}
        onDiscard={discarding.open}
      />
      <ScheduleNote document={document} view={view} onSchedule={setScheduling} />
      <Notices document={document} view={view} onDiscard={discarding.open} />
      <Failure view={view} />
      <div className="editor-columns">
        <WritingArea
          kind={document.kind}
          id={view.id}
          fields={view.fields}
          layout={layout}
          editor={editor}
          onEditor={setEditor}
          onChange={document.change}
          onImage={picking.open}
        />
        {showsAside && <Aside>{panel}</Aside>}
      </div>
      <Drawer
        opened={hasDetails && !showsAside}
        onClose={details.close}
        position="right"
        title={t('editor.details')}
      >
        {panel}
      </Drawer>
      <Dialogs document={document} view={view} state={state} />
    </Box>
  )
}

interface DetailsPanelProps extends Pick<LoadedEditorProps, 'document' | 'view'> {
  readonly onSchedule: (name: DateName) => void
}

function DetailsPanel({ document, view, onSchedule }: DetailsPanelProps) {
  const schedule = <ScheduleSection document={document} view={view} onSchedule={onSchedule} />
  return <MetadataPanel kind={document.kind} view={view} onChange={document.change} schedule={schedule} />
}

type ScreenState = ReturnType<typeof useScreenState>

function useScreenState() {
  const isWide = useMediaQuery('(min-width: 75em)', true, { getInitialValueInEffect: false })
  const isNarrow = useMediaQuery('(max-width: 48em)', false, { getInitialValueInEffect: false })
  const [layout, setLayout] = useState<Layout>(isNarrow ? 'write' : 'split')
  const [isFull, full] = useDisclosure(false)
  const [hasDetails, details] = useDisclosure(false)
  const history = useDialog()
  const picking = useDialog()
  const [editor, setEditor] = useState<EditorView>()
  const [scheduling, setScheduling] = useState<DateName>()
  const discarding = useDialog()
  return {
    isWide,
    layout,
    setLayout,
    isFull,
    full,
    hasDetails,
    details,
    editor,
    setEditor,
    scheduling,
    setScheduling,
    history,
    picking,
    discarding,
  }
}

function useDialog() {
  const [isOpen, { open, close }] = useDisclosure(false)
  return { isOpen, open, close }
}

function Failure({ view }: { readonly view: View }) {
  if (view.phase !== 'failed') return null
  return (
    <Box mb="sm">
      <ErrorNote error={view.error} />
    </Box>
  )
}

function Dialogs({ document, view, state }: LoadedEditorProps) {
  const { editor, scheduling, setScheduling, history, picking, discarding } = state
  return (
    <>
      {history.isOpen && view.id && (
        <RevisionsDrawer document={document} view={view} id={view.id} onClose={history.close} />
      )}
      {scheduling && (
        <ScheduleDialog
          document={document}
          view={view}
          name={scheduling}
          onClose={() => setScheduling(undefined)}
        />
      )}
      {picking.isOpen && <ImagePicker editor={editor} onClose={picking.close} />}
      {view.phase === 'conflict' && (
        <ConflictDialog document={document} view={view} onDiscard={discarding.open} />
      )}
      {/* Mounted after the conflict dialog, so that this dialog is on top. */}
      {discarding.isOpen && <ConfirmDiscard document={document} onClose={discarding.close} />}
    </>
  )
}

interface Keys {
  /** True while a dialog is open: shortcuts then do not save the text. */
  readonly hasDialog: boolean
  readonly onFull: () => void
  readonly onLeave: () => void
}

function useSaveKeys(document: OpenDocument, view: View, { hasDialog, onFull, onLeave }: Keys): void {
  const canSave = view.fields.title.trim() !== '' && !hasDialog && view.phase !== 'conflict'
  useHotkeys(
    [
      ['mod+S', () => void (canSave && document.save())],
      ['mod+shift+F', onFull],
      ['Escape', onLeave],
    ],
    [],
    true,
  )
}

/** Shows the item's title in the tab. After a new item is stored, changes the URL to the URL of the item. */
function useOwnAddress(kind: Kind, id: string, view: View): void {
  const t = useT()
  const navigate = useNavigate()
  const { title } = view.fields
  useEffect(() => {
    if (view.id && id === 'new') void navigate({ to: `/${kind}/$id`, params: { id: view.id }, replace: true })
  }, [view.id, id, kind, navigate])
  useEffect(() => {
    document.title = `${title || t(kind === 'posts' ? 'editor.newPost' : 'editor.newPage')} · Typecase`
  }, [title, kind, t])
}

function Aside({ children }: { readonly children: React.ReactNode }) {
  const t = useT()
  return (
    <Paper withBorder p="md" component="aside" aria-label={t('editor.details')} className="editor-aside">
      {children}
    </Paper>
  )
}

interface ImagePickerProps {
  readonly editor: EditorView | undefined
  readonly onClose: () => void
}

/** Replaces the selection with the selected image. */
function ImagePicker({ editor, onClose }: ImagePickerProps) {
  return (
    <MediaPicker
      onClose={onClose}
      onPick={(file) => {
        onClose()
        if (!editor) return
        const { from, to } = editor.state.selection.main
        const insert = imageMarkdown(file.alt, file.url)
        editor.dispatch({ changes: { from, to, insert }, selection: { anchor: from + insert.length } })
        editor.focus()
      }}
    />
  )
}

interface ConfirmDiscardProps {
  readonly document: OpenDocument
  readonly onClose: () => void
}

function ConfirmDiscard({ document, onClose }: ConfirmDiscardProps) {
  const t = useT()
  return (
    <Confirm
      opened
      title={t('editor.discardAsk')}
      label={t('editor.discardConfirm')}
      onClose={onClose}
      onConfirm={() => {
        onClose()
        void document.discard()
      }}
    >
      <Text size="sm">{t('editor.discardText')}</Text>
    </Confirm>
  )
}
