import { Button, Checkbox, Modal, Stack, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { AddressField } from '../content/address-field.tsx'
import { useT } from '../i18n/i18n.ts'
import type { Entry } from './menu-tree.ts'

interface MenuItemDialogProps {
  /** Undefined for a new item. */
  readonly entry: Entry | undefined
  readonly taken: readonly string[]
  readonly onSave: (entry: Entry) => void
  readonly onClose: () => void
}

/** Derives an unused id from the title. Avoids `reorder`, because `/api/menu/reorder` is another route. */
function freeId(title: string, taken: readonly string[]): string {
  const slug =
    title
      .normalize('NFKD')
      .toLowerCase()
      .replace(/[^a-z0-9]+/g, '-')
      .replace(/^-+|-+$/g, '') || 'item'
  let id = slug === 'reorder' ? 'reorder-2' : slug
  for (let n = 2; taken.includes(id); n++) id = `${slug}-${n}`
  return id
}

export function MenuItemDialog({ entry, taken, onSave, onClose }: MenuItemDialogProps) {
  const t = useT()
  const [title, setTitle] = useState(entry?.title ?? '')
  const [url, setUrl] = useState(entry?.url ?? '')
  const [className, setClassName] = useState(entry?.class ?? '')
  const [isBlank, setBlank] = useState(entry?.target === '_blank')
  const submit = (event: FormEvent) => {
    event.preventDefault()
    onSave({
      id: entry?.id ?? freeId(title, taken),
      title: title.trim(),
      url: url.trim(),
      parent: entry?.parent ?? null,
      ...(className.trim() ? { class: className.trim() } : {}),
      ...(isBlank ? { target: '_blank' } : {}),
    })
  }
  return (
    <Modal opened onClose={onClose} title={entry ? t('menu.edit', { title: entry.title }) : t('menu.add')}>
      <form onSubmit={submit}>
        <Stack>
          <TextInput
            label={t('menu.itemTitle')}
            required
            data-autofocus
            value={title}
            onChange={({ currentTarget }) => setTitle(currentTarget.value)}
          />
          <AddressField label={t('menu.url')} description={t('menu.urlHint')} value={url} onChange={setUrl} />
          <TextInput
            label={t('menu.class')}
            value={className}
            onChange={({ currentTarget }) => setClassName(currentTarget.value)}
          />
          <Checkbox
            label={t('menu.newTab')}
            checked={isBlank}
            onChange={({ currentTarget }) => setBlank(currentTarget.checked)}
          />
          <Button type="submit">{t(entry ? 'common.save' : 'common.add')}</Button>
        </Stack>
      </form>
    </Modal>
  )
}
