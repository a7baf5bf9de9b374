import { Alert, Text } from '@mantine/core'
import { apiError, offline } from '../api/client.ts'
import { useT } from '../i18n/i18n.ts'
import { useErrorText } from '../ui/error-text.ts'
import { IconAlertCircle } from '../ui/icons.ts'
import type { Failure } from './protocol.ts'

const ownTexts = ['UNKNOWN_FORMAT', 'DAMAGED', 'TOO_LARGE', 'ENCRYPTED'] as const

/** Reason why files could not be read or the server refused them. */
export function FailureNote({
  failure,
  isChecking,
}: {
  readonly failure: Failure
  readonly isChecking?: boolean
}) {
  const t = useT()
  const errorText = useErrorText()
  const { title, detail } = textsOf(failure)
  return (
    <Alert
      role="alert"
      color="red"
      variant="light"
      icon={<IconAlertCircle aria-hidden />}
      title={title}
      className="breakable"
    >
      {detail && <Text size="sm">{detail}</Text>}
      {isChecking && <Text size="sm">{t('import.failure.unchanged')}</Text>}
    </Alert>
  )

  function textsOf(of: Failure): { readonly title: string; readonly detail?: string } {
    if (of.of === 'api') return { title: errorText(apiError(of.status, of.body)) }
    if (of.of === 'connection') return { title: errorText(offline()) }
    if (of.of === 'program') return { title: t('error.unexpected'), detail: of.message }
    const own = ownTexts.find((code) => code === of.code)
    return { title: t(own ? `import.failure.${own}` : 'import.failure.unsafe'), detail: of.message }
  }
}
