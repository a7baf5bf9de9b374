import { Button, FileButton, Tabs } from '@mantine/core'
import { useState } from 'react'
import type { Theme } from '../api/types.ts'
import { upload } from '../api/upload.ts'
import { useT } from '../i18n/i18n.ts'
import { IconUpload } from '../ui/icons.ts'
import { Screen } from '../ui/screen.tsx'
import { useAction } from '../ui/use-action.ts'
import { InstalledThemes } from './installed-themes.tsx'
import { Marketplace } from './marketplace.tsx'
import {
  emptyReport,
  reportOf,
  type ThemeFinding,
  type ThemeReport,
  ThemeReportView,
} from './theme-report.tsx'

interface Uploaded {
  readonly data: Pick<Theme, 'name' | 'info'>
  readonly warnings: readonly ThemeFinding[]
}

export function ThemesScreen() {
  const t = useT()
  const [report, setReport] = useState(emptyReport)
  return (
    <Screen title={t('themes.title')} actions={<UploadButton onReport={setReport} />}>
      <ThemeReportView report={report} onClose={() => setReport(emptyReport)} />
      <Tabs defaultValue="installed" keepMounted={false}>
        <Tabs.List mb="md">
          <Tabs.Tab value="installed">{t('themes.installed')}</Tabs.Tab>
          <Tabs.Tab value="marketplace">{t('themes.marketplace')}</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="installed">
          <InstalledThemes />
        </Tabs.Panel>
        <Tabs.Panel value="marketplace">
          <Marketplace />
        </Tabs.Panel>
      </Tabs>
    </Screen>
  )
}

/** Uploads a theme and reports its errors and warnings. */
function UploadButton({ onReport }: { readonly onReport: (report: ThemeReport) => void }) {
  const t = useT()
  const send = useAction(
    (file: File) => {
      onReport(emptyReport)
      const form = new FormData()
      form.set('theme', file, file.name)
      return upload<Uploaded>('/api/themes/upload', form)
    },
    {
      invalidates: ['themes'],
      done: ({ data }) => t('themes.uploaded', { title: data.info.title, version: data.info.version }),
      onDone: ({ warnings }) => onReport({ errors: [], warnings }),
      onFailed: (error) => {
        const found = reportOf(error)
        onReport(found)
        return found.errors.length > 0
      },
    },
  )
  return (
    <FileButton
      accept=".zip,application/zip"
      onChange={(file) => file && send.mutate(file)}
      inputProps={{ 'aria-label': t('themes.upload') }}
    >
      {(props) => (
        <Button {...props} loading={send.isPending} leftSection={<IconUpload size={18} aria-hidden />}>
          {t('themes.upload')}
        </Button>
      )}
    </FileButton>
  )
}
