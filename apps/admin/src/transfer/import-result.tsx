import { Alert, Button, Group, List, Stack, Text } from '@mantine/core'
import type { ImportResult as Result } from '@typecase/transfer'
import { useT } from '../i18n/i18n.ts'
import { Card } from '../ui/card.tsx'
import { saveFile } from './download.ts'
import { Counts, ReportButton } from './findings.tsx'
import type { ImportJob } from './jobs.ts'
import type { Beside } from './protocol.ts'

/** Maximum failures shown; the report has all. */
const shownFailures = 20

interface ImportResultProps {
  readonly result: Result
  readonly report: NonNullable<ImportJob['report']>
  readonly beside: readonly Beside[]
  readonly onContinue: () => void
  readonly onClose: () => void
}

export function ImportResult({ result, report, beside, onContinue, onClose }: ImportResultProps) {
  const t = useT()
  const { created, replaced, unchanged, failed, notApplied, isCancelled } = result
  const ended = failed.length > 0 ? 'import.partly' : 'import.done'
  const isComplete = !isCancelled && failed.length === 0
  return (
    <Stack>
      <Alert
        role="status"
        color={isComplete ? 'green' : 'yellow'}
        variant="light"
        title={t(isCancelled ? 'import.cancelled' : ended)}
      >
        <Text size="sm">{t('import.result', { created, replaced, unchanged })}</Text>
        {isCancelled && <Text size="sm">{t('import.cancelledText')}</Text>}
      </Alert>
      {failed.length > 0 && (
        <Card title={t('import.failed', { n: failed.length })}>
          <List size="sm" className="breakable">
            {failed.slice(0, shownFailures).map(({ subject, message }) => (
              <List.Item key={`${subject} ${message}`}>{`${subject}: ${message}`}</List.Item>
            ))}
          </List>
        </Card>
      )}
      {Object.keys(notApplied).length > 0 && (
        <Card title={t('import.notApplied')}>
          <Counts counts={notApplied} />
        </Card>
      )}
      <Group>
        {isCancelled && <Button onClick={onContinue}>{t('import.continue')}</Button>}
        <ReportButton report={report} result={result} />
        {beside.map(({ name, lines }) => (
          <Button key={name} variant="default" onClick={() => saveFile(lines, `${name}.jsonl`)}>
            {t(`import.save.${name}`)}
          </Button>
        ))}
        <Button variant="default" onClick={onClose}>
          {t('import.again')}
        </Button>
      </Group>
    </Stack>
  )
}
