import { SimpleGrid, TextInput } from '@mantine/core'
import { useT } from '../i18n/i18n.ts'
import type { LocalTime } from './schedule-time.ts'

interface DateTimeFieldsProps {
  readonly value: LocalTime
  /** The earliest date, as YYYY-MM-DD. */
  readonly min?: string
  readonly error?: string | undefined
  readonly onChange: (value: LocalTime) => void
}

export function DateTimeFields({ value, min, error, onChange }: DateTimeFieldsProps) {
  const t = useT()
  return (
    <SimpleGrid cols={2}>
      <TextInput
        type="date"
        label={t('schedule.date')}
        value={value.date}
        error={error}
        {...(min === undefined ? {} : { min })}
        onChange={({ currentTarget }) => onChange({ ...value, date: currentTarget.value })}
        data-autofocus
      />
      <TextInput
        type="time"
        label={t('schedule.time')}
        value={value.time}
        onChange={({ currentTarget }) => onChange({ ...value, time: currentTarget.value })}
      />
    </SimpleGrid>
  )
}
