import { Stack } from '@mantine/core'
import { useT } from '../i18n/i18n.ts'
import { AdminOnly } from '../shell/fallbacks.tsx'
import { useStored } from '../store.ts'
import { Card } from '../ui/card.tsx'
import { Screen } from '../ui/screen.tsx'
import { nameOf } from './choose.ts'
import { FailureNote } from './failure-note.tsx'
import { Counts, Findings, ReportButton } from './findings.tsx'
import { ImportChoices } from './import-choices.tsx'
import { ProgressCard } from './import-progress.tsx'
import { ImportResult } from './import-result.tsx'
import {
  cancelImport,
  checkSource,
  closeImport,
  continueImport,
  type ImportJob,
  importJob,
  startImport,
} from './jobs.ts'
import type { ImportChoices as Choices } from './protocol.ts'
import { SourceForm } from './source-form.tsx'

export function ImportScreen() {
  return (
    <AdminOnly>
      <Import />
    </AdminOnly>
  )
}

/** Steps: choose, check without changes, import, read the report. */
function Import() {
  const t = useT()
  const job = useStored(importJob)
  const { step, report, result, failure } = job
  return (
    <Screen title={t('import.title')} text={t('import.text')}>
      <Stack>
        {failure && <FailureNote failure={failure} isChecking={step === 'choosing'} />}
        {step === 'choosing' && <SourceForm onCheck={checkSource} />}
        {step === 'checking' && (
          <ProgressCard
            text={t('import.checking', { n: job.entries })}
            hint={t('import.checkText')}
            onCancel={cancelImport}
          />
        )}
        {step === 'checked' && <Checked job={job} onStart={startImport} />}
        {step === 'importing' && <Importing job={job} />}
        {step === 'done' && report && result && (
          <ImportResult
            report={report}
            result={result}
            beside={job.beside ?? []}
            onContinue={continueImport}
            onClose={closeImport}
          />
        )}
      </Stack>
    </Screen>
  )
}

interface CheckedProps {
  readonly job: ImportJob
  readonly onStart: (choices: Choices) => void
}

function Checked({ job: { report, source }, onStart }: CheckedProps) {
  const t = useT()
  if (!report || !source) return null
  return (
    <>
      <Card
        title={t('import.found', { name: nameOf(source.files) })}
        text={t('import.checkText')}
        aside={<ReportButton report={report} />}
      >
        <Counts counts={report.counts} />
      </Card>
      <Findings report={report} />
      <ImportChoices
        isEmpty={Object.keys(report.counts).length === 0}
        onStart={onStart}
        onBack={closeImport}
      />
    </>
  )
}

function Importing({ job: { progress } }: { readonly job: ImportJob }) {
  const t = useT()
  const text = progress ? t(`import.progress.${progress.phase}`, { ...progress }) : t('import.starting')
  const share = progress && progress.total > 0 ? progress.done / progress.total : undefined
  return <ProgressCard text={text} share={share} hint={t('import.keepOpen')} onCancel={cancelImport} />
}
