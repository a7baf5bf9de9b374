import { Alert, Button, Group, Paper, Stack, Text } from '@mantine/core'
import { useT } from '../i18n/i18n.ts'
import { AdminOnly } from '../shell/fallbacks.tsx'
import { useStored } from '../store.ts'
import { IconDownload } from '../ui/icons.ts'
import { Screen } from '../ui/screen.tsx'
import { useAction } from '../ui/use-action.ts'
import { pickTarget } from './choose.ts'
import { FailureNote } from './failure-note.tsx'
import { Counts, Notes } from './findings.tsx'
import { ProgressCard } from './import-progress.tsx'
import { archiveName, cancelExport, exportJob, startExport } from './jobs.ts'

export function ExportScreen() {
  return (
    <AdminOnly>
      <Export />
    </AdminOnly>
  )
}

function Export() {
  const t = useT()
  const { step, entries, report, failure } = useStored(exportJob)
  const start = useAction(async () => startExport(await pickTarget(archiveName())), {
    // Shows no error if the user has closed the dialog.
    onFailed: (error) => error instanceof DOMException && error.name === 'AbortError',
  })
  return (
    <Screen title={t('export.title')} text={t('export.text')}>
      <Stack>
        {failure && <FailureNote failure={failure} />}
        {step === 'done' && report && (
          <Alert role="status" color="green" variant="light" title={t('export.done')}>
            <Counts counts={report.counts} />
          </Alert>
        )}
        {step === 'done' && report && report.losses.length > 0 && (
          <Alert color="orange" variant="light" title={t('export.losses')}>
            <Notes groups={report.losses} />
          </Alert>
        )}
        {step === 'running' ? (
          <ProgressCard text={t('export.running', { n: entries })} onCancel={cancelExport} />
        ) : (
          <Paper withBorder p="lg" maw={680}>
            <Stack>
              <Text size="sm" c="dimmed">
                {t('export.hint')}
              </Text>
              <Group>
                <Button
                  leftSection={<IconDownload size={18} aria-hidden />}
                  loading={start.isPending}
                  onClick={() => start.mutate()}
                >
                  {t('export.start')}
                </Button>
              </Group>
            </Stack>
          </Paper>
        )}
      </Stack>
    </Screen>
  )
}
