import { Alert, List, Text } from '@mantine/core'
import type { ImportedRedirects } from '../api/types.ts'
import { useT } from '../i18n/i18n.ts'

const listedAtMost = 20

/** Result of an import with refused lines. */
export function ImportReport({
  report,
  onClose,
}: {
  readonly report: ImportedRedirects
  readonly onClose: () => void
}) {
  const t = useT()
  const { created, replaced, unchanged, refused } = report
  return (
    <Alert
      mb="md"
      role="status"
      color={refused.length > 0 ? 'yellow' : 'green'}
      variant="light"
      withCloseButton
      closeButtonLabel={t('common.close')}
      onClose={onClose}
      title={t('redirects.imported', { created, replaced, unchanged })}
    >
      {refused.length > 0 && (
        <>
          <Text size="sm">{t('redirects.refused', { count: refused.length })}</Text>
          <List size="sm">
            {refused.slice(0, listedAtMost).map(({ line, message }) => (
              <List.Item key={line}>{t('redirects.refusedLine', { line, message })}</List.Item>
            ))}
          </List>
        </>
      )}
    </Alert>
  )
}
