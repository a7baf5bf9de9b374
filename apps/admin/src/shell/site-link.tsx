import { ActionIcon, Tooltip } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { homeQuery } from '../api/queries.ts'
import { useT } from '../i18n/i18n.ts'
import { IconExternalLink } from '../ui/icons.ts'

export function SiteLink() {
  const t = useT()
  const { data } = useQuery(homeQuery)
  if (!data) return null
  return (
    <Tooltip label={t('shell.site')}>
      <ActionIcon
        component="a"
        href={data.site}
        target="_blank"
        rel="noreferrer"
        variant="subtle"
        color="gray"
        size="lg"
        aria-label={t('shell.site')}
      >
        <IconExternalLink size={20} stroke={1.6} aria-hidden />
      </ActionIcon>
    </Tooltip>
  )
}
