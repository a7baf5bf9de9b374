import { Accordion, Badge, Box, Button, Group, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { receiptsQuery } from '../api/queries.ts'
import type { Receipt } from '../api/types.ts'
import { type Translate, useLanguage, useT } from '../i18n/i18n.ts'
import { Card } from '../ui/card.tsx'
import { ErrorNote } from '../ui/error-note.tsx'
import { relativeTime } from '../ui/time.ts'
import { Waiting } from '../ui/waiting.tsx'
import { changeTitle } from './changes.tsx'
import { ReceiptSteps } from './receipt-steps.tsx'

const step = 8
/** Milliseconds between polls. */
const pollIntervalMs = 5_000
const colours = { planned: 'blue', activated: 'brandGreen', unchanged: 'gray', failed: 'red' } as const

/** Shows the publish history. The newest entry is open until the user opens another. */
export function Receipts({ isLive }: { readonly isLive: boolean }) {
  const t = useT()
  const [limit, setLimit] = useState(step)
  const [openId, setOpenId] = useState<string | null>()
  const { data, error } = useQuery({
    ...receiptsQuery(limit),
    refetchInterval: isLive ? false : pollIntervalMs,
  })
  if (data?.total === 0) return null
  return (
    <Card title={t('publish.receipts')} text={t('publish.receiptsText')}>
      {error && <ErrorNote error={error} />}
      {!data && !error && <Waiting />}
      {data && (
        <Accordion
          order={3}
          variant="separated"
          keepMounted={false}
          value={openId === undefined ? (data.data[0]?.generationId ?? null) : openId}
          onChange={setOpenId}
        >
          {data.data.map((receipt) => (
            <Accordion.Item key={receipt.generationId} value={receipt.generationId}>
              <Accordion.Control>
                <ReceiptHeading receipt={receipt} />
              </Accordion.Control>
              <Accordion.Panel>
                <ReceiptSteps receipt={receipt} />
              </Accordion.Panel>
            </Accordion.Item>
          ))}
        </Accordion>
      )}
      {data && data.data.length < data.total && (
        <Button size="xs" variant="default" mt="sm" onClick={() => setLimit(limit + step)}>
          {t('publish.receiptsMore')}
        </Button>
      )}
    </Card>
  )
}

function ReceiptHeading({ receipt }: { readonly receipt: Receipt }) {
  const t = useT()
  const language = useLanguage()
  return (
    <Group justify="space-between" wrap="nowrap" gap="sm" pr="xs">
      <Box miw={0}>
        <Text size="sm" fw={600} truncate>
          {titleOf(receipt, t)}
        </Text>
        <Text size="xs" c="dimmed">
          {relativeTime(receipt.finishedAt ?? receipt.startedAt ?? '', language)}
          {` · ${t(`publish.trigger.${receipt.trigger}`)}`}
        </Text>
      </Box>
      <Badge tt="none" variant="light" color={colours[receipt.state]} style={{ flexShrink: 0 }}>
        {t(`publish.outcome.${receipt.state}`)}
      </Badge>
    </Group>
  )
}

/** Returns the title of an entry: its first post or page, or its first other change. */
function titleOf({ trigger, changes, changesTotal }: Receipt, t: Translate): string {
  const mainChange = changes.find(({ kind }) => kind === 'post' || kind === 'page') ?? changes[0]
  if (!mainChange) return t(trigger === 'manual' ? 'publish.wholeSite' : 'publish.nothingNew')
  return changesTotal > 1
    ? `${changeTitle(mainChange, t)} ${t('publish.more', { n: changesTotal - 1 })}`
    : changeTitle(mainChange, t)
}
