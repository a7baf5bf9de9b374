import { TextInput, type TextInputProps } from '@mantine/core'
import { IconSearch } from './icons.ts'

interface SearchFieldProps extends Pick<TextInputProps, 'flex' | 'mb'> {
  readonly label: string
  readonly value: string
  readonly onChange: (text: string) => void
}

export function SearchField({ label, value, onChange, ...layout }: SearchFieldProps) {
  return (
    <TextInput
      type="search"
      aria-label={label}
      placeholder={label}
      leftSection={<IconSearch size={16} aria-hidden />}
      value={value}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
      {...layout}
    />
  )
}
