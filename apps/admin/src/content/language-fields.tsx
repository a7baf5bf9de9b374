/** The language of an item, and the item that it translates. */
import { Autocomplete, Select, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { itemQuery, maxSuggestions, pagesQuery, postsQuery } from '../api/queries.ts'
import type { Kind } from '../api/types.ts'
import { useLanguage, useT } from '../i18n/i18n.ts'
import { noClientFilter, useTyped } from './use-typed.ts'

/** Suggested languages. Users can type any other BCP 47 tag. */
const commonLanguages =
  'ar bg cs da de el en es et fa fi fr ga he hi hr hu id it ja ko lt lv nb nl pl pt ro ru sk sl sv th tr uk vi zh'.split(
    ' ',
  )

interface LanguageFieldProps {
  readonly value: string
  readonly error?: string | undefined
  readonly onChange: (tag: string) => void
}

export function LanguageField({ value, error, onChange }: LanguageFieldProps) {
  const t = useT()
  const names = new Intl.DisplayNames([useLanguage()], { type: 'language' })
  return (
    <Autocomplete
      label={t('field.language')}
      description={t('field.languageHint')}
      data={commonLanguages}
      value={value}
      error={error}
      onChange={onChange}
      filter={({ options, search }) =>
        options.filter((option) => {
          const tag = 'value' in option ? option.value : ''
          return `${tag} ${names.of(tag)}`.toLowerCase().includes(search.trim().toLowerCase())
        })
      }
      renderOption={({ option: { value: tag } }) => (
        <Text span size="sm">
          {names.of(tag)} ({tag})
        </Text>
      )}
    />
  )
}

interface TranslationFieldProps {
  readonly kind: Kind
  /** Id of the edited item, which the field does not suggest. */
  readonly ownId: string | undefined
  readonly value: string
  readonly error?: string | undefined
  readonly onChange: (id: string) => void
}

export function TranslationField({ kind, ownId, value, error, onChange }: TranslationFieldProps) {
  const t = useT()
  const { search, setTyped } = useTyped()
  const isPost = kind === 'posts'
  const posts = useQuery({ ...postsQuery({ search, limit: maxSuggestions }), enabled: isPost })
  const pages = useQuery({ ...pagesQuery, enabled: !isPost })
  const selected = useQuery({ ...itemQuery(kind, value), enabled: value !== '' })
  const found = ((isPost ? posts.data : pages.data)?.data ?? []).map(({ frontmatter }) => frontmatter)
  const options = found
    .filter(({ id }) => id !== ownId && id !== value)
    .map(({ id, title }) => ({ value: id, label: title }))
  const title = selected.data?.title ?? (selected.isError ? t('field.translationGone') : '…')
  return (
    <Select
      label={t('field.translationOf')}
      data={value === '' ? options : [...options, { value, label: title }]}
      value={value === '' ? null : value}
      error={error}
      onChange={(id) => onChange(id ?? '')}
      {...(isPost ? { onSearchChange: setTyped, filter: noClientFilter } : {})}
      limit={200}
      clearable
      searchable
    />
  )
}
