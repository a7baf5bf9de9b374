import { ActionIcon, Button, Drawer, Group, Menu, SegmentedControl, Text, Tooltip, VisuallyHidden } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import {
  IconAdjustments,
  IconArrowLeft,
  IconColumns2,
  IconDots,
  IconExternalLink,
  IconEye,
  IconHelp,
  IconHistory,
  IconMaximize,
  IconMinimize,
  IconPencil,
  IconTrash,
} from '@tabler/icons-react'
import { Link, useNavigate } from '@tanstack/react-router'
import { remove } from '../api/client.ts'
import { useAddress } from '../content/use-address.ts'
import { useT } from '../i18n/i18n.ts'
import { PageExplanation } from '../publish/page-explanation.tsx'
import { Confirm } from '../ui/confirm.tsx'
import { useAction } from '../ui/use-action.ts'
import type { OpenDocument, View } from './document.ts'
import { PhaseNote } from './phase-note.tsx'
import type { Layout } from './writing-area.tsx'

interface EditorBarProps {
  readonly document: OpenDocument
  readonly view: View
  readonly layout: Layout
  readonly onLayout: (layout: Layout) => void
  readonly isFull: boolean
  readonly onFull: () => void
  readonly onHistory: () => void
  /** Undefined where the details are shown anyway. */
  readonly onDetails: (() => void) | undefined
}

const layouts = [
  { value: 'write', label: 'editor.write', icon: IconPencil },
  { value: 'split', label: 'editor.split', icon: IconColumns2 },
  { value: 'preview', label: 'editor.preview', icon: IconEye },
] as const

/** The way back, how it is shown, how it is saved, and what can be done with it. */
export function EditorBar({ document, view, layout, onLayout, isFull, onFull, onHistory, onDetails }: EditorBarProps) {
  const t = useT()
  const { kind } = document
  const isPublished = view.status === 'published'
  const isBusy = view.phase === 'saving'
  const canSave = view.fields.title.trim() !== ''
  return (
    <Group justify="space-between" gap="xs" mb="sm" className="editor-bar">
      <Group gap="xs" wrap="nowrap">
        <ActionIcon component={Link} to={`/${kind}`} variant="subtle" color="gray" size="lg" aria-label={t('common.back')}>
          <IconArrowLeft size={20} aria-hidden />
        </ActionIcon>
        <PhaseNote view={view} />
      </Group>
      <Group gap="xs">
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
        {!isPublished && (
          <Button size="xs" variant="default" disabled={!canSave} loading={isBusy} onClick={() => void document.save('draft')}>
            {t('editor.saveDraft')}
          </Button>
        )}
        <Button size="xs" disabled={!canSave} loading={isBusy} onClick={() => void document.save('published')}>
          {t(isPublished ? 'editor.update' : 'editor.publish')}
        </Button>
        {view.id && <MoreMenu document={document} view={view} />}
      </Group>
    </Group>
  )
}

interface ToolProps {
  readonly label: string
  readonly onClick: () => void
  /** A phone gains nothing by it, and has no room. */
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

function MoreMenu({ document, view }: { readonly document: OpenDocument; readonly view: View }) {
  const t = useT()
  const navigate = useNavigate()
  const [asks, ask] = useDisclosure(false)
  const [asksWhy, why] = useDisclosure(false)
  const { kind } = document
  const { title } = view.fields
  const address = useAddress(kind, view.base ?? view.fields)
  const erase = useAction(() => remove(`/api/${kind}/${view.id}`), {
    forgets: [kind],
    done: t('editor.deleted', { title }),
    onDone: () => {
      void document.discard()
      void navigate({ to: `/${kind}` })
    },
  })
  return (
    <>
      <Menu position="bottom-end">
        <Menu.Target>
          <ActionIcon variant="subtle" color="gray" size="lg" aria-label={t('editor.more')}>
            <IconDots size={18} aria-hidden />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          {view.status === 'published' && address && (
            <Menu.Item
              component="a"
              href={address}
              target="_blank"
              rel="noreferrer"
              leftSection={<IconExternalLink size={16} aria-hidden />}
            >
              {t('editor.openOnSite')}
            </Menu.Item>
          )}
          {view.status === 'published' && address && (
            <Menu.Item onClick={why.open} leftSection={<IconHelp size={16} aria-hidden />}>
              {t('editor.why')}
            </Menu.Item>
          )}
          {view.status === 'published' && <Menu.Item onClick={() => void document.save('draft')}>{t('editor.unpublish')}</Menu.Item>}
          <Menu.Item onClick={() => void document.discard()}>{t('editor.discard')}</Menu.Item>
          <Menu.Item color="red" leftSection={<IconTrash size={16} aria-hidden />} onClick={ask.open}>
            {t('editor.delete')}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {asksWhy && address && (
        <Drawer opened onClose={why.close} position="right" title={t('why.title')}>
          <PageExplanation path={new URL(address).pathname} />
        </Drawer>
      )}
      <Confirm
        opened={asks}
        title={t('editor.deleteAsk', { title })}
        label={t('common.delete')}
        busy={erase.isPending}
        onClose={ask.close}
        onConfirm={() => erase.mutate()}
      >
        <Text size="sm">{t('editor.deleteText')}</Text>
      </Confirm>
    </>
  )
}
