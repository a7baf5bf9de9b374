import { Alert, Anchor, Code, List, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { Generation } from '../api/types.ts'
import { useT } from '../i18n/i18n.ts'
import { EntryLink } from './entry-link.tsx'
import { SiteFileLink } from './site-file-link.tsx'

interface GenerationErrorsProps {
  readonly errors: Generation['errors']
  /** False for warnings: the site was generated without the named parts. */
  readonly isFailed: boolean
}

export function GenerationErrors({ errors, isFailed }: GenerationErrorsProps) {
  const t = useT()
  return (
    <Alert
      color={isFailed ? 'red' : 'orange'}
      variant="light"
      role="alert"
      title={t(isFailed ? 'publish.errors' : 'publish.remarks')}
      // Orange text on light orange has too little contrast.
      {...(isFailed ? {} : { styles: { title: { color: 'var(--mantine-color-text)' } } })}
    >
      <List size="sm" spacing="xs">
        {errors.map(({ message, template, line, page, entry }) => (
          <List.Item key={`${page} ${template} ${line} ${message}`}>
            {message}
            {template && (
              <Text size="xs">
                <Anchor component={Link} to="/themes" size="xs" underline="always">
                  {t('publish.template')}
                </Anchor>{' '}
                <Code>{line ? t('publish.templateLine', { template, line }) : template}</Code>
              </Text>
            )}
            {page && (
              <Text size="xs">
                {t('publish.onPage')} {entry ? <EntryLink {...entry} /> : <SiteFileLink file={page} />}
              </Text>
            )}
          </List.Item>
        ))}
      </List>
    </Alert>
  )
}
