import { Button, Group, List, Paper, Progress, Stack, Text } from '@mantine/core'
import { useEffect } from 'react'
import { useLanguage, useT } from '../i18n/i18n.ts'
import { useStored } from '../store.ts'
import { useErrorText } from '../ui/error-text.ts'
import { percent } from '../ui/time.ts'
import {
  cancelUploads,
  clearUploads,
  progressOf,
  retryUploads,
  type Upload,
  type UploadProgress,
  uploads,
} from './uploads.ts'

/** Shows the progress of all uploads, and lists the failed ones. */
export function UploadList() {
  const t = useT()
  const all = useStored(uploads)
  const progress = progressOf(all)
  useLeaveWarning(progress.isRunning)
  if (all.length === 0) return null
  return (
    <Paper withBorder p="sm" mb="md" role="region" aria-label={t('media.uploads')}>
      <Stack gap="xs">
        {progress.isRunning ? (
          <Running progress={progress} first={all[0]} />
        ) : (
          <Ended progress={progress} first={all[0]} />
        )}
        {progress.failed.length > 0 && <Failed failed={progress.failed} />}
      </Stack>
    </Paper>
  )
}

interface PartProps {
  readonly progress: UploadProgress
  readonly first: Upload | undefined
}

function Running({ progress: { total, done, failed, share }, first }: PartProps) {
  const t = useT()
  const language = useLanguage()
  const name = total === 1 ? first?.file.name : t('media.uploading', { done: done + failed.length, total })
  return (
    <>
      <Group justify="space-between" gap="xs" wrap="nowrap">
        <Text size="sm" fw={500} truncate miw={0}>
          {name}
        </Text>
        <Group gap="xs" wrap="nowrap">
          <Text size="sm" c="dimmed">
            {percent(share, language)}
          </Text>
          <Button size="compact-xs" variant="subtle" color="gray" onClick={cancelUploads}>
            {t(total === 1 ? 'common.cancel' : 'media.cancelUploads')}
          </Button>
        </Group>
      </Group>
      <Progress value={share * 100} size="sm" aria-label={name} />
    </>
  )
}

function Ended({ progress: { total, done }, first }: PartProps) {
  const t = useT()
  const text =
    total === 1 && done === 1
      ? t('media.uploadedOne', { name: first?.file.name ?? '' })
      : t('media.uploadedAll', { done, total })
  return (
    <Group justify="space-between" gap="xs" wrap="nowrap">
      <Text size="sm" fw={500} role="status" className="breakable">
        {text}
      </Text>
      <Button
        size="compact-xs"
        variant="subtle"
        color="gray"
        onClick={clearUploads}
        style={{ flexShrink: 0 }}
      >
        {t('media.clearUploads')}
      </Button>
    </Group>
  )
}

function Failed({ failed }: { readonly failed: readonly Upload[] }) {
  const t = useT()
  const errorText = useErrorText()
  return (
    <div role="alert">
      <List size="sm" spacing="xs" listStyleType="none">
        {failed.map(({ key, file, error }) => (
          <List.Item key={key} styles={{ itemWrapper: { width: '100%' }, itemLabel: { width: '100%' } }}>
            <Group justify="space-between" gap="xs" wrap="nowrap" align="flex-start">
              <div className="breakable">
                <Text size="sm" fw={500}>
                  {file.name}
                </Text>
                <Text size="xs" c="var(--mantine-color-error)">
                  {errorText(error)}
                </Text>
              </div>
              <Button
                size="compact-xs"
                variant="default"
                aria-label={t('media.retryUpload', { name: file.name })}
                onClick={() => retryUploads(key)}
                style={{ flexShrink: 0 }}
              >
                {t('common.retry')}
              </Button>
            </Group>
          </List.Item>
        ))}
      </List>
      {failed.length > 1 && (
        <Button size="compact-sm" variant="default" onClick={() => retryUploads()} mt="xs">
          {t('media.retryUploads', { n: failed.length })}
        </Button>
      )}
    </div>
  )
}

/** Makes the browser ask before it closes a page with running uploads. */
function useLeaveWarning(isRunning: boolean): void {
  useEffect(() => {
    if (!isRunning) return
    const warn = (event: BeforeUnloadEvent) => event.preventDefault()
    addEventListener('beforeunload', warn)
    return () => removeEventListener('beforeunload', warn)
  }, [isRunning])
}
