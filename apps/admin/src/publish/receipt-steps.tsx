import { Badge, Group, Text, Timeline } from '@mantine/core'
import type { ReactNode } from 'react'
import type { Receipt } from '../api/types.ts'
import { type Translate, useLanguage, useT } from '../i18n/i18n.ts'
import {
  IconAlertCircle,
  IconCheck,
  IconEye,
  IconListCheck,
  IconMinus,
  IconPencil,
  IconPlayerPlay,
} from '../ui/icons.ts'
import { duration, instant } from '../ui/time.ts'
import { Changes } from './changes.tsx'

interface Step {
  readonly title: string
  readonly icon: typeof IconCheck
  /** Null before the step. */
  readonly at: string | null
  readonly children?: ReactNode
}

const end = {
  planned: { icon: IconEye, color: 'brandGreen' },
  activated: { icon: IconEye, color: 'brandGreen' },
  unchanged: { icon: IconMinus, color: 'gray' },
  failed: { icon: IconAlertCircle, color: 'red' },
} as const

/** Steps from saving to the site, with the duration of each. */
export function ReceiptSteps({ receipt }: { readonly receipt: Receipt }) {
  const t = useT()
  const language = useLanguage()
  const steps = stepsOf(receipt, t)
  const isComplete = receipt.state !== 'planned'
  const done = isComplete ? steps.length - 1 : steps.findLastIndex(({ at }) => at !== null)
  return (
    <Timeline active={done} bulletSize={22} lineWidth={2} color={end[receipt.state].color}>
      {steps.map(({ title, icon: Icon, at, children }, place) => {
        const before = steps.slice(0, place).findLast((step) => step.at !== null)?.at
        const when =
          at &&
          (before
            ? t('publish.after', { time: duration(Date.parse(at) - Date.parse(before), language) })
            : instant(at, language))
        return (
          <Timeline.Item
            key={title}
            mt="sm"
            bullet={<Icon size={13} aria-hidden />}
            title={
              <Text size="sm">
                {title}{' '}
                <Text span size="xs" c="dimmed">
                  {when}
                </Text>
              </Text>
            }
          >
            {children}
          </Timeline.Item>
        )
      })}
    </Timeline>
  )
}

/** A generation that failed or changed nothing skips steps. */
function stepsOf(receipt: Receipt, t: Translate): readonly Step[] {
  const { state, acceptedAt, startedAt, plannedAt, renderedAt, finishedAt, files, changes, error } = receipt
  const made = files.rendered + files.written + files.copied + files.removed
  const accepted: Step = acceptedAt
    ? { title: t('publish.step.saved'), icon: IconPencil, at: acceptedAt, children: <Changes {...receipt} /> }
    : {
        title: t('publish.step.requested'),
        icon: IconPlayerPlay,
        at: startedAt,
        children: changes.length > 0 && <Changes {...receipt} />,
      }
  const planned: Step = {
    title: plannedAt ? t('publish.step.planned', { n: made }) : t('publish.step.plannedYet'),
    icon: IconListCheck,
    at: plannedAt,
    children: plannedAt && <Plan receipt={receipt} />,
  }
  const rendered: Step = { title: t('publish.step.rendered'), icon: IconCheck, at: renderedAt }
  const ended: Step = {
    title:
      state === 'failed'
        ? t('publish.step.failed', { reason: error ?? '' })
        : t(`publish.step.${state === 'planned' ? 'activated' : state}`),
    icon: end[state].icon,
    at: finishedAt,
  }
  return [accepted, planned, rendered, ended].filter(({ at }) => at !== null || state === 'planned')
}

const partNames = ['rendered', 'written', 'copied', 'removed', 'kept'] as const

function Plan({ receipt: { files, reasons } }: { readonly receipt: Receipt }) {
  const t = useT()
  const { total, rendered, written, copied } = files
  const counts = { ...files, kept: total - rendered - written - copied }
  const parts = partNames
    .filter((name) => counts[name] > 0)
    .map((name) => t(`publish.files.${name}`, { n: counts[name] }))
  return (
    <>
      <Text size="sm">{parts.join(', ')}</Text>
      {reasons.length > 0 && (
        <Group gap={4} mt={4} component="ul" p={0} m={0} aria-label={t('publish.why')}>
          {reasons.map(({ reason, files: n }) => (
            <Badge key={reason} component="li" size="sm" variant="default" tt="none" fw={500}>
              {`${t(`publish.reason.${reason}`)} × ${n}`}
            </Badge>
          ))}
        </Group>
      )}
    </>
  )
}
