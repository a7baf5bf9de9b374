import { Alert, Button, FileButton, List, Tabs, Text } from '@mantine/core'
import { IconUpload } from '@tabler/icons-react'
import { useState } from 'react'
import { ApiError } from '../api/client.ts'
import type { Theme } from '../api/types.ts'
import { upload } from '../api/upload.ts'
import { useT } from '../i18n/i18n.ts'
import { Screen } from '../ui/screen.tsx'
import { useAction } from '../ui/use-action.ts'
import { InstalledThemes } from './installed-themes.tsx'
import { Marketplace } from './marketplace.tsx'

interface ThemeFault {
  readonly file?: string
  readonly line?: number
  readonly message: string
  readonly hint?: string
}

/** Every fault of a refused theme: with file, line and hint where the API tells them. */
function faultsOf(error: unknown): readonly ThemeFault[] {
  if (!(error instanceof ApiError) || error.code !== 'THEME_INVALID') return []
  const { faults, validationErrors } = error.body
  if (Array.isArray(faults)) return faults as ThemeFault[]
  return Array.isArray(validationErrors) ? validationErrors.map((message) => ({ message: String(message) })) : []
}

export function ThemesScreen() {
  const t = useT()
  const [faults, setFaults] = useState<readonly ThemeFault[]>([])
  const send = useAction(
    (file: File) => {
      setFaults([])
      const form = new FormData()
      form.set('theme', file, file.name)
      return upload<{ data: Pick<Theme, 'name' | 'info'> }>('/api/themes/upload', form)
    },
    {
      forgets: ['themes'],
      done: ({ data }) => t('themes.uploaded', { title: data.info.title, version: data.info.version }),
      onFailed: (error) => {
        const found = faultsOf(error)
        setFaults(found)
        return found.length > 0
      },
    },
  )
  return (
    <Screen
      title={t('themes.title')}
      actions={
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
      }
    >
      {faults.length > 0 && (
        <Alert
          color="red"
          variant="light"
          mb="md"
          role="alert"
          title={t('themes.faults', { n: faults.length })}
          withCloseButton
          onClose={() => setFaults([])}
        >
          <List size="sm" spacing={4}>
            {faults.map(({ file, line, message, hint }) => (
              <List.Item key={`${file} ${line} ${message}`}>
                {file && !message.includes(file) && <b>{line ? `${file}:${line} ` : `${file} `}</b>}
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
      )}
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
