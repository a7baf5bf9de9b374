import { Button, Group } from '@mantine/core'
import { useT } from '../i18n/i18n.ts'

export function MoreButton({ isBusy, onClick }: { readonly isBusy: boolean; readonly onClick: () => void }) {
  const t = useT()
  return (
    <Group justify="center" mt="md">
      <Button variant="default" loading={isBusy} onClick={onClick}>
        {t('common.more')}
      </Button>
    </Group>
  )
}
