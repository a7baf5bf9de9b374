import { Button, Group, type MantineColor, Modal, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { useT } from '../i18n/i18n.ts'

interface ConfirmProps {
  readonly opened: boolean
  readonly title: string
  readonly children?: ReactNode
  readonly label: string
  readonly color?: MantineColor
  readonly busy?: boolean
  readonly onConfirm: () => void
  readonly onClose: () => void
}

export function Confirm({
  opened,
  title,
  children,
  label,
  color = 'red',
  busy = false,
  onConfirm,
  onClose,
}: ConfirmProps) {
  const t = useT()
  return (
    <Modal opened={opened} onClose={onClose} title={title} centered>
      {typeof children === 'string' ? <Text size="sm">{children}</Text> : children}
      <Group justify="flex-end" mt="lg">
        <Button variant="default" onClick={onClose}>
          {t('common.cancel')}
        </Button>
        <Button color={color} loading={busy} onClick={onConfirm} data-autofocus>
          {label}
        </Button>
      </Group>
    </Modal>
  )
}
