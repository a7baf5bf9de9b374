import { Badge, Button, Group, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { api, unwrap } from '../api/client.ts'
import { generationsQuery } from '../api/queries.ts'
import { useLanguage, useT } from '../i18n/i18n.ts'
import { Card } from '../ui/card.tsx'
import { ErrorNote } from '../ui/error-note.tsx'
import { dateAndTime } from '../ui/time.ts'
import { useAction } from '../ui/use-action.ts'

const activateStored = (id: string) =>
  unwrap(api.POST('/api/static/generations/{id}/activate', { params: { path: { id } } }))

export function StoredGenerations({ isBusy }: { readonly isBusy: boolean }) {
  const t = useT()
  const language = useLanguage()
  const { data, error } = useQuery(generationsQuery)
  const activate = useAction(activateStored, {
    invalidates: ['site'],
    done: t('publish.activated'),
  })
  if (error) return <ErrorNote error={error} />
  if (!data || data.generations.length === 0) return null
  return (
    <Card title={t('publish.generations')} text={t('publish.generationsText')}>
      {data.generations.map(({ id, at, trigger, pages, live }) => (
        <Group key={id} justify="space-between" py={6} mih={42} wrap="nowrap">
          <div>
            <Text size="sm">{at && dateAndTime(at, language)}</Text>
            <Text size="xs" c="dimmed">
              {`${t('publish.pages', { n: pages })} · ${t(`publish.trigger.${trigger}`)}`}
            </Text>
          </div>
          {live ? (
            <Badge tt="none" variant="light" style={{ flexShrink: 0 }}>
              {t('publish.live')}
            </Badge>
          ) : (
            <Button
              size="xs"
              variant="default"
              style={{ flexShrink: 0 }}
              disabled={isBusy || activate.isPending}
              onClick={() => activate.mutate(id)}
            >
              {t('publish.activate')}
            </Button>
          )}
        </Group>
      ))}
    </Card>
  )
}
