import { Badge, Box, Button, Group, Paper, SimpleGrid, Stack, Text, Textarea } from '@mantine/core'
import { useId } from 'react'
import { useT } from '../i18n/i18n.ts'
import { IconCheck } from '../ui/icons.ts'
import { fieldName } from './field-name.ts'
import type { Fields } from './fields.ts'
import { bothOf, type Conflict } from './merge.ts'
import { valueText } from './value-text.ts'

type Value = Fields[keyof Fields]

interface ConflictCardProps {
  readonly conflict: Conflict
  readonly index: number
  readonly total: number
  /** Undefined until the author has decided. */
  readonly answer: Value | undefined
  readonly onAnswer: (answer: Value) => void
}

/** One conflict: both versions, a choice, and an editable result. */
export function ConflictCard({ conflict, index, total, answer, onAnswer }: ConflictCardProps) {
  const t = useT()
  const id = useId()
  const { field, mine, theirs } = conflict
  const isEditable =
    typeof answer === 'string' && ['title', 'subtitle', 'excerpt', 'category', 'content'].includes(field)
  return (
    <Paper withBorder p="md" component="section" aria-labelledby={id}>
      <Group justify="space-between" mb="xs">
        <Text id={id} fw={600} size="sm">
          {t('conflict.place', { n: index, total, field: fieldName(field, t) })}
        </Text>
        {answer !== undefined && (
          <Badge
            color="brandGreen"
            variant="light"
            tt="none"
            leftSection={<IconCheck size={12} aria-hidden />}
          >
            {t('conflict.resolved')}
          </Badge>
        )}
      </Group>
      <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="sm">
        <Side label={t('conflict.mine')} className="conflict-mine" value={mine} conflict={conflict} />
        <Side label={t('conflict.theirs')} className="conflict-theirs" value={theirs} conflict={conflict} />
      </SimpleGrid>
      <Choices conflict={conflict} index={index} answer={answer} onAnswer={onAnswer} />
      {isEditable && (
        <Textarea
          mt="sm"
          label={t('conflict.result')}
          autosize
          minRows={1}
          maxRows={12}
          value={answer}
          onChange={({ currentTarget }) => onAnswer(currentTarget.value)}
        />
      )}
    </Paper>
  )
}

function Choices({ conflict, index, answer, onAnswer }: Omit<ConflictCardProps, 'total'>) {
  const t = useT()
  const both = bothOf(conflict)
  const choices: readonly { readonly key: 'mine' | 'theirs' | 'both'; readonly value: Value }[] = [
    { key: 'mine', value: conflict.mine },
    { key: 'theirs', value: conflict.theirs },
    ...(both === undefined ? [] : [{ key: 'both' as const, value: both }]),
  ]
  return (
    <Group gap="xs" mt="sm">
      {choices.map(({ key, value }) => (
        <Button
          key={key}
          size="xs"
          variant={answer === value ? 'filled' : 'default'}
          aria-pressed={answer === value}
          onClick={() => onAnswer(value)}
          {...(index === 1 && key === 'mine' ? { 'data-autofocus': true } : {})}
        >
          {t(`conflict.use.${key}`)}
        </Button>
      ))}
    </Group>
  )
}

interface SideProps {
  readonly label: string
  readonly className: string
  readonly value: Value
  readonly conflict: Conflict
}

function Side({ label, className, value, conflict: { field, before, after } }: SideProps) {
  const t = useT()
  const text = typeof value === 'string' ? value.replace(/\n+$/, '') : valueText(field, value, t)
  return (
    <Stack gap={4}>
      <Text size="xs" fw={600} c="dimmed">
        {label}
      </Text>
      <Box className="conflict-side">
        {before && <span className="conflict-around">… {before}</span>}
        {text === '' ? <em>{t('conflict.nothing')}</em> : <mark className={className}>{text}</mark>}
        {after && <span className="conflict-around"> {after} …</span>}
      </Box>
    </Stack>
  )
}
