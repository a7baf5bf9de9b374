import { Badge } from '@mantine/core'
import type { Status } from '../api/types.ts'
import { useT } from '../i18n/i18n.ts'

/** A draft with `publishAt` is shown as scheduled. */
export function StatusBadge({
  status,
  publishAt,
}: {
  readonly status: Status
  readonly publishAt?: string | undefined
}) {
  const t = useT()
  if (status === 'published')
    return (
      <Badge variant="light" color="brandGreen" tt="none" miw="max-content">
        {t('common.published')}
      </Badge>
    )
  return publishAt ? (
    <Badge variant="light" color="violet" tt="none" miw="max-content">
      {t('common.scheduled')}
    </Badge>
  ) : (
    <Badge variant="light" color="gray" tt="none" miw="max-content">
      {t('common.draft')}
    </Badge>
  )
}
