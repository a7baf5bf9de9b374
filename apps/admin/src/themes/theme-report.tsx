import { Alert, List, type MantineColor, Text } from '@mantine/core'
import { ApiError } from '../api/client.ts'
import { useT } from '../i18n/i18n.ts'

export interface ThemeFinding {
  readonly file?: string
  readonly line?: number | null
  readonly message: string
  readonly hint?: string | null
}

export interface ThemeReport {
  readonly errors: readonly ThemeFinding[]
  readonly warnings: readonly ThemeFinding[]
}

export const emptyReport: ThemeReport = { errors: [], warnings: [] }

/** Lists all errors and warnings about a rejected theme, with file, line and hint if known. */
export function reportOf(error: unknown): ThemeReport {
  if (!(error instanceof ApiError) || error.code !== 'THEME_INVALID') return emptyReport
  const { faults, warnings, validationErrors } = error.body
  const texts = Array.isArray(validationErrors)
    ? validationErrors.map((message) => ({ message: String(message) }))
    : []
  return { errors: Array.isArray(faults) ? faults : texts, warnings: Array.isArray(warnings) ? warnings : [] }
}

export function ThemeReportView({
  report,
  onClose,
}: {
  readonly report: ThemeReport
  readonly onClose: () => void
}) {
  const t = useT()
  const { errors, warnings } = report
  return (
    <>
      {errors.length > 0 && (
        <Findings
          role="alert"
          color="red"
          title={t('themes.errors', { n: errors.length })}
          findings={errors}
          onClose={onClose}
        />
      )}
      {warnings.length > 0 && (
        <Findings
          role="status"
          color="blue"
          title={t('themes.warnings', { n: warnings.length })}
          findings={warnings}
          onClose={onClose}
        />
      )}
    </>
  )
}

interface FindingsProps {
  readonly role: 'alert' | 'status'
  readonly color: MantineColor
  readonly title: string
  readonly findings: readonly ThemeFinding[]
  readonly onClose: () => void
}

function Findings({ role, color, title, findings, onClose }: FindingsProps) {
  const t = useT()
  const close = t('common.close')
  return (
    <Alert
      color={color}
      variant="light"
      mb="md"
      role={role}
      title={title}
      withCloseButton
      closeButtonLabel={close}
      onClose={onClose}
    >
      <List size="sm" spacing={4}>
        {findings.map(({ file, line, message, hint }) => (
          <List.Item key={`${file} ${line} ${message}`}>
            {file && <b>{line ? `${file}:${line} ` : `${file} `}</b>}
            {message}
            {hint && (
              <Text size="xs" c="dimmed">
                {t('themes.hint', { hint })}
              </Text>
            )}
          </List.Item>
        ))}
      </List>
    </Alert>
  )
}
