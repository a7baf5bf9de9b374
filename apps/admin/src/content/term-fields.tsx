/** Fields for categories, tags and authors. While the user types, the server searches those in use. */
import {
  Autocomplete,
  type AutocompleteProps,
  Group,
  Select,
  TagsInput,
  type TagsInputProps,
  Text,
} from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { termsQuery } from '../api/queries.ts'
import type { TermList } from '../api/types.ts'
import { useT } from '../i18n/i18n.ts'
import { noClientFilter, useTyped } from './use-typed.ts'

function useTerms(list: TermList, search: string) {
  const { data, isFetching } = useQuery(termsQuery(list, search))
  const counts = new Map(data?.data.map(({ name, count }) => [name, count]))
  return {
    names: [...counts.keys()],
    isFetching,
    option: ({ option: { value } }: { readonly option: { readonly value: string } }) => (
      <Group justify="space-between" wrap="nowrap" w="100%" gap="xs">
        <span className="breakable">{value}</span>
        <Text span size="xs" c="dimmed">
          {counts.get(value)}
        </Text>
      </Group>
    ),
  }
}

interface TermFilterProps {
  readonly list: TermList
  readonly label: string
  readonly value: string | undefined
  readonly onChange: (name: string | undefined) => void
}

export function TermFilter({ list, label, value, onChange }: TermFilterProps) {
  const t = useT()
  const { search, isCurrent, setTyped } = useTyped(value)
  const { names, isFetching, option } = useTerms(list, search)
  return (
    <Select
      aria-label={label}
      placeholder={label}
      // The selected option must be in the data, or the field shows no text.
      data={value === undefined || names.includes(value) ? names : [...names, value]}
      value={value ?? null}
      onChange={(name) => onChange(name ?? undefined)}
      onSearchChange={setTyped}
      filter={({ options }) =>
        options.filter((each) => 'value' in each && (search === '' || names.includes(each.value)))
      }
      renderOption={option}
      nothingFoundMessage={isCurrent && !isFetching ? t('picker.noTerm') : undefined}
      comboboxProps={{ width: 240, position: 'bottom-start' }}
      searchable
      clearable
      w={130}
    />
  )
}

/** Accepts any category; suggests those in use. */
export function CategoryField(
  props: Pick<AutocompleteProps, 'label' | 'value'> & { readonly onChange: (name: string) => void },
) {
  const { search, setTyped } = useTyped()
  const { names, option } = useTerms('categories', search)
  return (
    <Autocomplete
      {...props}
      data={names}
      onChange={(name) => {
        setTyped(name)
        props.onChange(name)
      }}
      // Focus shows all categories, not only the selected one.
      onFocus={() => setTyped('')}
      filter={noClientFilter}
      renderOption={option}
    />
  )
}

export function TagsField(props: Pick<TagsInputProps, 'label' | 'description' | 'value' | 'onChange'>) {
  const { search, setTyped } = useTyped()
  const { names, option } = useTerms('tags', search)
  return (
    <TagsInput
      {...props}
      data={names}
      onSearchChange={setTyped}
      filter={noClientFilter}
      renderOption={option}
      splitChars={[',']}
      acceptValueOnBlur
    />
  )
}
