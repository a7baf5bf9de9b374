import { Badge, Button, Group, Paper, Progress, Stack, Text, Title } from '@mantine/core'
import { IconRefresh } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { post } from '../api/client.ts'
import { siteStatusQuery } from '../api/queries.ts'
import type { Generation } from '../api/types.ts'
import { useLanguage, useT } from '../i18n/i18n.ts'
import { AdminOnly } from '../shell/fallbacks.tsx'
import { ErrorNote } from '../ui/error-note.tsx'
import { Screen } from '../ui/screen.tsx'
import { relativeTime } from '../ui/time.ts'
import { useAction } from '../ui/use-action.ts'
import { Waiting } from '../ui/waiting.tsx'
import { GenerationErrors } from './generation-errors.tsx'
import { StoredGenerations } from './stored-generations.tsx'

export function PublishScreen() {
  return (
    <AdminOnly>
      <Publish />
    </AdminOnly>
  )
}

function Publish() {
  const t = useT()
  const client = useQueryClient()
  const { data, error, refetch } = useQuery(siteStatusQuery)
  const generate = useAction(() => post('/api/static/generate'), { forgets: ['site'], done: t('publish.started') })
  const lastId = data?.last?.id
  useEffect(() => {
    if (lastId) void client.invalidateQueries({ queryKey: ['site', 'generations'] })
  }, [lastId, client])
  return (
    <Screen
      title={t('publish.title')}
      text={t('publish.text')}
      actions={
        <Button leftSection={<IconRefresh size={18} aria-hidden />} loading={generate.isPending} onClick={() => generate.mutate()}>
          {t('publish.generate')}
        </Button>
      }
    >
      {error && <ErrorNote error={error} retry={() => void refetch()} />}
      {!data && !error && <Waiting />}
      {data && (
        <Stack>
          {data.current && <Current generation={data.current} />}
          {data.last ? (
            <Last generation={data.last} />
          ) : (
            !data.current && (
              <Paper withBorder p="lg">
                <Text c="dimmed">{t('publish.never')}</Text>
              </Paper>
            )
          )}
          <StoredGenerations isBusy={data.current !== null} />
        </Stack>
      )}
    </Screen>
  )
}

function Current({ generation: { state, pagesDone, pagesTotal } }: { readonly generation: Generation }) {
  const t = useT()
  const text = t('publish.progress', { done: pagesDone, total: pagesTotal })
  return (
    <Paper withBorder p="lg" component="section" aria-label={t('publish.current')}>
      <Group justify="space-between" mb="xs">
        <Title order={2} size="h4">
          {t('publish.current')}
        </Title>
        <Badge tt="none" color="blue" variant="light">
          {t(`publish.state.${state}`)}
        </Badge>
      </Group>
      <Progress value={pagesTotal > 0 ? (pagesDone / pagesTotal) * 100 : 0} animated aria-label={text} />
      <Text size="sm" c="dimmed" mt="xs" role="status">
        {text}
      </Text>
    </Paper>
  )
}

function Last({ generation }: { readonly generation: Generation }) {
  const t = useT()
  const language = useLanguage()
  const { state, pagesTotal, pagesWritten, durationMs, trigger, finishedAt, errors } = generation
  const isFailed = state === 'failed'
  return (
    <Paper withBorder p="lg" component="section" aria-label={t('publish.last')}>
      <Group justify="space-between">
        <Title order={2} size="h4">
          {t('publish.last')}
        </Title>
        <Badge tt="none" variant="light" color={isFailed ? 'red' : 'sorts'}>
          {t(`publish.state.${state}`)}
        </Badge>
      </Group>
      <Text size="sm" mt="xs">
        {finishedAt && `${relativeTime(finishedAt, language)} · `}
        {t('publish.receipt', {
          total: pagesTotal,
          written: pagesWritten,
          seconds: ((durationMs ?? 0) / 1000).toFixed(1),
          trigger: t(`publish.trigger.${trigger}`),
        })}
      </Text>
      {isFailed && (
        <Text size="sm" mt="xs">
          {t('publish.oldSite')}
        </Text>
      )}
      {errors.length > 0 && <GenerationErrors errors={errors} />}
    </Paper>
  )
}
