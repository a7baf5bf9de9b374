import { ActionIcon, Button, Group, SegmentedControl, Tooltip, VisuallyHidden } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useT } from '../i18n/i18n.ts'
import {
  IconAdjustments,
  IconArrowLeft,
  IconColumns2,
  IconEye,
  IconHistory,
  IconMaximize,
  IconMinimize,
  IconPencil,
} from '../ui/icons.ts'
import type { OpenDocument } from './document.ts'
import { MoreMenu } from './more-menu.tsx'
import { PhaseNote } from './phase-note.tsx'
import type { DateName } from './schedule-dialog.tsx'
import type { View } from './view.ts'
import type { Layout } from './writing-area.tsx'

interface ViewToolsProps {
  readonly view: View
  readonly layout: Layout
  readonly onLayout: (layout: Layout) => void
  readonly isFull: boolean
  readonly onFull: () => void
  readonly onHistory: () => void
  /** Opens the details; undefined if they are always visible. */
  readonly onDetails: (() => void) | undefined
}

interface EditorBarProps extends ViewToolsProps {
  readonly document: OpenDocument
  readonly onSchedule: (name: DateName) => void
  readonly onDiscard: () => void
}

const layouts = [
  { value: 'write', label: 'editor.write', icon: IconPencil },
  { value: 'split', label: 'editor.split', icon: IconColumns2 },
  { value: 'preview', label: 'editor.preview', icon: IconEye },
] as const

export function EditorBar({ document, view, onSchedule, onDiscard, ...viewTools }: EditorBarProps) {
  const t = useT()
  return (
    <Group justify="space-between" gap="xs" mb="sm" className="editor-bar">
      <Group gap="xs" wrap="nowrap">
        <ActionIcon
          component={Link}
          to={`/${document.kind}`}
          variant="subtle"
          color="gray"
          size="lg"
          aria-label={t('common.back')}
        >
          <IconArrowLeft size={20} aria-hidden />
        </ActionIcon>
        <PhaseNote view={view} />
      </Group>
      <Group gap="xs">
        <ViewTools view={view} {...viewTools} />
        <SaveButtons document={document} view={view} />
        {view.id && (
          <MoreMenu document={document} view={view} onSchedule={onSchedule} onDiscard={onDiscard} />
        )}
      </Group>
    </Group>
  )
}

function ViewTools({ view, layout, onLayout, isFull, onFull, onHistory, onDetails }: ViewToolsProps) {
  const t = useT()
  return (
    <>
      <LayoutControl layout={layout} onLayout={onLayout} />
      <Tool label={t(isFull ? 'editor.leaveFullScreen' : 'editor.fullScreen')} onClick={onFull} isForWide>
        {isFull ? <IconMinimize size={18} aria-hidden /> : <IconMaximize size={18} aria-hidden />}
      </Tool>
      {view.id && (
        <Tool label={t('editor.history')} onClick={onHistory}>
          <IconHistory size={18} aria-hidden />
        </Tool>
      )}
      {onDetails && (
        <Tool label={t('editor.details')} onClick={onDetails}>
          <IconAdjustments size={18} aria-hidden />
        </Tool>
      )}
    </>
  )
}

function SaveButtons({ document, view }: Pick<EditorBarProps, 'document' | 'view'>) {
  const t = useT()
  const isPublished = view.status === 'published'
  const isScheduled = !isPublished && view.base?.publishAt !== undefined
  const isBusy = view.phase === 'saving'
  const canSave = view.fields.title.trim() !== ''
  return (
    <>
      {!isPublished && (
        <Button
          size="xs"
          variant="default"
          disabled={!canSave}
          loading={isBusy}
          onClick={() => void document.save()}
        >
          {t(isScheduled ? 'common.save' : 'editor.saveDraft')}
        </Button>
      )}
      <Button size="xs" disabled={!canSave} loading={isBusy} onClick={() => void document.save('published')}>
        {publishLabel()}
      </Button>
    </>
  )

  function publishLabel(): string {
    if (isPublished) return t('editor.update')
    return t(isScheduled ? 'editor.publishNow' : 'editor.publish')
  }
}

function LayoutControl({ layout, onLayout }: Pick<ViewToolsProps, 'layout' | 'onLayout'>) {
  const t = useT()
  return (
    <SegmentedControl
      size="xs"
      aria-label={t('editor.view')}
      value={layout}
      onChange={(value) => onLayout(value as Layout)}
      data={layouts.map(({ value, label, icon: Icon }) => ({
        value,
        label: (
          <Group gap={4} wrap="nowrap" title={t(label)}>
            <Icon size={16} aria-hidden />
            <VisuallyHidden>{t(label)}</VisuallyHidden>
          </Group>
        ),
      }))}
    />
  )
}

interface ToolProps {
  readonly label: string
  readonly onClick: () => void
  /** Hidden on phones. */
  readonly isForWide?: boolean
  readonly children: React.ReactNode
}

function Tool({ label, onClick, isForWide = false, children }: ToolProps) {
  return (
    <Tooltip label={label}>
      <ActionIcon
        variant="subtle"
        color="gray"
        size="lg"
        aria-label={label}
        onClick={onClick}
        {...(isForWide ? { visibleFrom: 'xs' } : {})}
      >
        {children}
      </ActionIcon>
    </Tooltip>
  )
}
