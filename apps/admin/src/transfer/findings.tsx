import { Alert, Badge, Button, Group, List, Stack, Text } from '@mantine/core'
import type { ImportResult, NoteGroup, Report } from '@typecase/transfer'
import { type MessageKey, messages, useLanguage, useT } from '../i18n/i18n.ts'
import { Card } from '../ui/card.tsx'
import { IconDownload } from '../ui/icons.ts'
import { saveFile } from './download.ts'
import { noteText } from './note-texts.ts'
import { reportCsv } from './report-file.ts'

/** Maximum subjects shown per kind of note. */
const shownSubjects = 3

/** Counts by kind. */
export function Counts({ counts }: { readonly counts: Readonly<Record<string, number>> }) {
  const t = useT()
  const entries = Object.entries(counts)
  if (entries.length === 0) return <Text>{t('import.nothing')}</Text>
  return (
    <Group component="ul" gap="xl" className="import-counts">
      {entries.map(([kind, n]) => (
        <li key={kind}>
          <Count kind={kind} n={n} />
        </li>
      ))}
    </Group>
  )
}

function Count({ kind, n }: { readonly kind: string; readonly n: number }) {
  const t = useT()
  const language = useLanguage()
  const key = `import.count.${kind}`
  return (
    <>
      <Text span fw={700} size="lg">
        {new Intl.NumberFormat(language).format(n)}
      </Text>{' '}
      <Text span c="dimmed">
        {key in messages ? t(key as MessageKey, { n }) : kind}
      </Text>
    </>
  )
}

/** Lost data, and data in another form. */
export function Findings({ report }: { readonly report: Report }) {
  const t = useT()
  return (
    <>
      {report.losses.length > 0 ? (
        <Alert color="orange" variant="light" title={t('import.losses')}>
          <Notes groups={report.losses} />
        </Alert>
      ) : (
        <Alert color="green" variant="light">
          {t('import.noLosses')}
        </Alert>
      )}
      {report.warnings.length > 0 && (
        <Card title={t('import.warnings')}>
          <Notes groups={report.warnings} />
        </Card>
      )}
    </>
  )
}

export function Notes({ groups }: { readonly groups: readonly NoteGroup[] }) {
  const t = useT()
  const language = useLanguage()
  return (
    <Stack gap="sm">
      {groups.map(({ code, count, notes }) => (
        <div key={code}>
          <Group gap="xs" wrap="nowrap" align="start">
            <Badge variant="default" tt="none">
              {new Intl.NumberFormat(language).format(count)}
            </Badge>
            <Text size="sm" fw={500}>
              {noteText(code, language)}
            </Text>
          </Group>
          <List size="sm" mt={2} withPadding className="breakable">
            {uniqueSubjects(notes).map((subject) => (
              <List.Item key={subject}>{subject}</List.Item>
            ))}
            {count > shownSubjects && (
              <List.Item>{t('import.moreNotes', { n: count - uniqueSubjects(notes).length })}</List.Item>
            )}
          </List>
        </div>
      ))}
    </Stack>
  )
}

const uniqueSubjects = (notes: NoteGroup['notes']): string[] =>
  [...new Set(notes.map(({ subject }) => subject))].slice(0, shownSubjects)

interface ReportButtonProps {
  readonly report: Report
  readonly result?: ImportResult | undefined
}

export function ReportButton({ report, result }: ReportButtonProps) {
  const t = useT()
  const save = () =>
    saveFile(new Blob([reportCsv(report, result)], { type: 'text/csv' }), 'typecase-import-report.csv')
  return (
    <Button variant="default" leftSection={<IconDownload size={18} aria-hidden />} onClick={save}>
      {t('import.report')}
    </Button>
  )
}
