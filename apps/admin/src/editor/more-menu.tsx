import { ActionIcon, Drawer, Menu, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useNavigate } from '@tanstack/react-router'
import { api, unwrap } from '../api/client.ts'
import { useAddress } from '../content/use-address.ts'
import { useT } from '../i18n/i18n.ts'
import { PageExplanation } from '../publish/page-explanation.tsx'
import { Confirm } from '../ui/confirm.tsx'
import {
  IconCalendarTime,
  IconDots,
  IconExternalLink,
  IconEyeOff,
  IconHelp,
  IconRestore,
  IconTrash,
} from '../ui/icons.ts'
import { useAction } from '../ui/use-action.ts'
import type { OpenDocument } from './document.ts'
import type { DateName } from './schedule-dialog.tsx'
import type { View } from './view.ts'

interface MoreMenuProps {
  readonly document: OpenDocument
  readonly view: View
  readonly onSchedule: (name: DateName) => void
  readonly onDiscard: () => void
}

/** Actions on a stored item; destructive ones ask for confirmation. */
export function MoreMenu({ document, view, onSchedule, onDiscard }: MoreMenuProps) {
  const t = useT()
  const [isDeleting, deletion] = useDisclosure(false)
  const [isUnpublishing, unpublish] = useDisclosure(false)
  const [showsWhy, why] = useDisclosure(false)
  const { title } = view.fields
  const address = useAddress(document.kind, view.base ?? view.fields)
  const deleteItem = useDeletion(document, view)
  return (
    <>
      <ItemMenu
        view={view}
        address={address}
        onSchedule={onSchedule}
        onDiscard={onDiscard}
        onWhy={why.open}
        onUnpublish={unpublish.open}
        onDelete={deletion.open}
      />
      {showsWhy && address && (
        <Drawer opened onClose={why.close} position="right" title={t('why.title')}>
          <PageExplanation path={new URL(address).pathname} />
        </Drawer>
      )}
      <Confirm
        opened={isUnpublishing}
        title={t('editor.unpublishAsk', { title })}
        label={t('editor.unpublish')}
        onClose={unpublish.close}
        onConfirm={() => {
          unpublish.close()
          void document.save('draft')
        }}
      >
        <Text size="sm">{t('editor.unpublishText')}</Text>
      </Confirm>
      <Confirm
        opened={isDeleting}
        title={t('editor.deleteAsk', { title })}
        label={t('common.delete')}
        busy={deleteItem.isPending}
        onClose={deletion.close}
        onConfirm={() => deleteItem.mutate()}
      >
        <Text size="sm">{t('editor.deleteText')}</Text>
      </Confirm>
    </>
  )
}

/** Deletes the item and its unsaved text, then opens the list. */
function useDeletion(document: OpenDocument, view: View) {
  const t = useT()
  const navigate = useNavigate()
  const { kind } = document
  return useAction(
    () => unwrap(api.DELETE(`/api/${kind}/{id}`, { params: { path: { id: view.id ?? '' } } })),
    {
      invalidates: [kind],
      done: t('editor.deleted', { title: view.fields.title }),
      onDone: () => {
        void document.discard()
        void navigate({ to: `/${kind}` })
      },
    },
  )
}

interface ItemMenuProps extends Omit<MoreMenuProps, 'document'> {
  readonly address: string | undefined
  readonly onWhy: () => void
  readonly onUnpublish: () => void
  readonly onDelete: () => void
}

function ItemMenu({ view, address, onSchedule, onDiscard, onWhy, onUnpublish, onDelete }: ItemMenuProps) {
  const t = useT()
  const isPublished = view.status === 'published'
  const canSchedule = !isPublished && view.fields.title.trim() !== ''
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" size="lg" aria-label={t('editor.more')}>
          <IconDots size={18} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {isPublished && address && <SitePageItems address={address} onWhy={onWhy} />}
        {canSchedule && (
          <Menu.Item
            onClick={() => onSchedule('publishAt')}
            leftSection={<IconCalendarTime size={16} aria-hidden />}
          >
            {t('schedule.confirm.publishAt')}
          </Menu.Item>
        )}
        {isPublished && (
          <Menu.Item onClick={onUnpublish} leftSection={<IconEyeOff size={16} aria-hidden />}>
            {t('editor.unpublish')}
          </Menu.Item>
        )}
        <Menu.Item
          disabled={view.phase === 'saved'}
          onClick={onDiscard}
          leftSection={<IconRestore size={16} aria-hidden />}
        >
          {t('editor.discard')}
        </Menu.Item>
        <Menu.Item color="red" leftSection={<IconTrash size={16} aria-hidden />} onClick={onDelete}>
          {t('editor.delete')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}

interface SitePageItemsProps {
  readonly address: string
  readonly onWhy: () => void
}

/** Menu items for the page of the site that shows the item. */
function SitePageItems({ address, onWhy }: SitePageItemsProps) {
  const t = useT()
  return (
    <>
      <Menu.Item
        component="a"
        href={address}
        target="_blank"
        rel="noreferrer"
        leftSection={<IconExternalLink size={16} aria-hidden />}
      >
        {t('editor.openOnSite')}
      </Menu.Item>
      <Menu.Item onClick={onWhy} leftSection={<IconHelp size={16} aria-hidden />}>
        {t('editor.why')}
      </Menu.Item>
    </>
  )
}
