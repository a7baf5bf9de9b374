import { Center, Loader } from '@mantine/core'
import { useT } from '../i18n/i18n.ts'

export function Waiting() {
  const t = useT()
  return (
    <Center py="xl">
      <Loader role="status" aria-label={t('common.loading')} />
    </Center>
  )
}
