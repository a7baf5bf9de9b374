import { Alert, Button, Stack, Text } from '@mantine/core'
import { ApiError } from '../api/client.ts'
import { useT } from '../i18n/i18n.ts'
import { useErrorText } from './error-text.ts'
import { IconAlertCircle } from './icons.ts'

export function ErrorNote({ error, retry }: { readonly error: unknown; readonly retry?: () => void }) {
  const t = useT()
  const text = useErrorText()
  const isGone = error instanceof ApiError && error.status === 404
  const requestId = error instanceof ApiError && error.status >= 500 ? error.body.requestId : undefined
  return (
    <Alert
      role="alert"
      color={isGone ? 'gray' : 'red'}
      variant="light"
      icon={<IconAlertCircle aria-hidden />}
      title={isGone ? t('error.notFound') : t('error.title')}
    >
      <Stack gap="xs" align="flex-start">
        <Text size="sm">{isGone ? t('error.notFoundText') : text(error)}</Text>
        {typeof requestId === 'string' && (
          <Text size="xs" c="dimmed">
            {t('error.requestId', { id: requestId })}
          </Text>
        )}
        {retry && !isGone && (
          <Button size="xs" variant="default" onClick={retry}>
            {t('common.retry')}
          </Button>
        )}
      </Stack>
    </Alert>
  )
}
