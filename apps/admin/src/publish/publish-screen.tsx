import { Badge, Button, Grid, Progress, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { api, unwrap } from '../api/client.ts'
import { pollingInterval, siteStatusQuery } from '../api/queries.ts'
import type { Generation } from '../api/types.ts'
import { useLanguage, useT } from '../i18n/i18n.ts'
import { AdminOnly } from '../shell/fallbacks.tsx'
import { Card } from '../ui/card.tsx'
import { ErrorNote } from '../ui/error-note.tsx'
import { IconRefresh } from '../ui/icons.ts'
import { Screen } from '../ui/screen.tsx'
import { duration, relativeTime } from '../ui/time.ts'
import { useAction } from '../ui/use-action.ts'
import { Waiting } from '../ui/waiting.tsx'
import { GenerationErrors } from './generation-errors.tsx'
import { LinkCheck } from './link-check.tsx'
import { Receipts } from './receipts.tsx'
import { StoredGenerations } from './stored-generations.tsx'
import { useSiteEvents } from './use-site-events.ts'
import { WhyCard } from './why-card.tsx'

export function PublishScreen() {
  return (
    <AdminOnly>
      <Publish />
    </AdminOnly>
  )
}

function Publish() {
  const t = useT()
  const isLive = useSiteEvents()
  const { data, error, refetch } = useQuery({ ...siteStatusQuery, refetchInterval: pollingInterval(isLive) })
  const generate = useAction(() => unwrap(api.POST('/api/static/generate')), {
    invalidates: ['site'],
    done: t('publish.started'),
  })
  return (
    <Screen
      title={t('publish.title')}
      text={t('publish.text')}
      actions={
        <Button
          leftSection={<IconRefresh size={18} aria-hidden />}
          loading={generate.isPending}
          onClick={() => generate.mutate()}
        >
          {t('publish.generate')}
        </Button>
      }
    >
      {error && <ErrorNote error={error} retry={() => void refetch()} />}
      {!data && !error && <Waiting />}
      {data && (
        <Grid>
          <Grid.Col span={{ base: 12, md: 7 }}>
            <Stack>
              <State current={data.current} last={data.last} isLive={isLive} />
              <Receipts isLive={isLive} />
            </Stack>
          </Grid.Col>
          <Grid.Col span={{ base: 12, md: 5 }}>
            <Stack>
              <LinkCheck check={data.linkCheck} />
              <WhyCard />
              <StoredGenerations isBusy={data.current !== null} />
            </Stack>
          </Grid.Col>
        </Grid>
      )}
    </Screen>
  )
}

interface StateProps {
  readonly current: Generation | null
  readonly last: Generation | null
  readonly isLive: boolean
}

function State({ current, last, isLive }: StateProps) {
  const t = useT()
  const shown = current ?? last
  return (
    <Card
      title={t(current ? 'publish.current' : 'publish.last')}
      text={t(isLive ? 'publish.live.on' : 'publish.live.off')}
      aside={
        shown && (
          <Badge
            tt="none"
            variant="light"
            color={current ? 'blue' : shown.state === 'failed' ? 'red' : 'brandGreen'}
          >
            {t(`publish.state.${shown.state}`)}
          </Badge>
        )
      }
    >
      {current ? (
        <Running generation={current} />
      ) : last ? (
        <Ended generation={last} />
      ) : (
        <Text c="dimmed">{t('publish.never')}</Text>
      )}
    </Card>
  )
}

function Running({ generation: { pagesDone, pagesTotal } }: { readonly generation: Generation }) {
  const t = useT()
  const text = t('publish.progress', { done: pagesDone, total: pagesTotal })
  return (
    <>
      <Progress value={pagesTotal > 0 ? (pagesDone / pagesTotal) * 100 : 0} animated aria-label={text} />
      <Text size="sm" c="dimmed" mt="xs" role="status">
        {text}
      </Text>
    </>
  )
}

function Ended({ generation }: { readonly generation: Generation }) {
  const t = useT()
  const language = useLanguage()
  const { state, pagesTotal, pagesWritten, durationMs, trigger, finishedAt, errors } = generation
  return (
    <Stack gap="sm">
      <Text size="sm">
        {finishedAt && `${relativeTime(finishedAt, language)} · `}
        {t('publish.summary', {
          total: pagesTotal,
          written: pagesWritten,
          time: duration(durationMs ?? 0, language),
          trigger: t(`publish.trigger.${trigger}`),
        })}
      </Text>
      {state === 'failed' && <Text size="sm">{t('publish.failedText')}</Text>}
      {errors.length > 0 && <GenerationErrors errors={errors} isFailed={state === 'failed'} />}
    </Stack>
  )
}
