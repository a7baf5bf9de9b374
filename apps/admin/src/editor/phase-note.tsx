import { Group, Text } from '@mantine/core'
import { type MessageKey, useT } from '../i18n/i18n.ts'
import {
  IconAlertTriangle,
  IconCloudCheck,
  IconCloudOff,
  IconCloudUp,
  IconDeviceFloppy,
} from '../ui/icons.ts'
import { StatusBadge } from '../ui/status-badge.tsx'
import type { View } from './view.ts'

const icons: Partial<Record<View['phase'], typeof IconCloudUp>> = {
  saved: IconCloudCheck,
  changed: IconDeviceFloppy,
  saving: IconCloudUp,
  retrying: IconCloudOff,
  conflict: IconAlertTriangle,
  failed: IconAlertTriangle,
}

function keyOf({ phase, isStoredLocally, id }: View): MessageKey {
  if (phase === 'retrying' && !isStoredLocally) return 'phase.changed'
  if (phase === 'loading' || phase === 'loadFailed') return 'common.loading'
  if (phase === 'saved' && id === undefined) return 'phase.new'
  if (phase === 'changed' && isStoredLocally) return 'phase.storedLocally'
  return `phase.${phase}`
}

export function PhaseNote({ view }: { readonly view: View }) {
  const t = useT()
  const Icon = icons[view.phase] ?? IconCloudUp
  const isBad = view.phase === 'failed' || view.phase === 'conflict'
  return (
    <Group gap="xs" wrap="nowrap">
      <StatusBadge status={view.status} publishAt={view.base?.publishAt} />
      <Group gap={4} wrap="nowrap" role="status" c={isBad ? 'var(--mantine-color-error)' : 'dimmed'}>
        <Icon size={16} aria-hidden />
        <Text size="xs" c="inherit" data-phase={view.phase}>
          {t(keyOf(view))}
        </Text>
      </Group>
    </Group>
  )
}
