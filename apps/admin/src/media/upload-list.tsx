import { Button, Group, Paper, Progress, Stack, Text } from '@mantine/core'
import { useT } from '../i18n/i18n.ts'
import type { Upload } from './use-uploads.ts'

/** How far each file is. */
export function UploadList({ uploads, onClear }: { readonly uploads: readonly Upload[]; readonly onClear: () => void }) {
  const t = useT()
  if (uploads.length === 0) return null
  const note = ({ state, reason = '' }: Upload) =>
    state === 'done' ? t('media.uploadDone') : state === 'failed' ? t('media.uploadFailed', { reason }) : ''
  return (
    <Paper withBorder p="sm" mb="md" role="region" aria-label={t('media.uploads')}>
      <Stack gap="xs">
        {uploads.map((upload) => (
          <div key={upload.key}>
            <Group justify="space-between" gap="xs">
              <Text size="sm" truncate maw="60%">
                {upload.name}
              </Text>
              <Text size="xs" c={upload.state === 'failed' ? 'var(--mantine-color-error)' : 'dimmed'} role="status">
                {note(upload)}
              </Text>
            </Group>
            <Progress value={upload.share * 100} color={upload.state === 'failed' ? 'red' : 'sorts'} size="sm" aria-label={upload.name} />
          </div>
        ))}
        <Button size="compact-xs" variant="subtle" color="gray" onClick={onClear} style={{ alignSelf: 'flex-end' }}>
          {t('media.clearUploads')}
        </Button>
      </Stack>
    </Paper>
  )
}
