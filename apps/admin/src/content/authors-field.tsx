import { MultiSelect } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { profilesQuery } from '../api/queries.ts'
import { useT } from '../i18n/i18n.ts'

interface AuthorsFieldProps {
  readonly value: readonly string[]
  readonly error?: string | undefined
  readonly onChange: (usernames: readonly string[]) => void
}

/**
 * Selects users by display name. Keeps imported names that belong to no user, until the author removes them.
 */
export function AuthorsField({ value, error, onChange }: AuthorsFieldProps) {
  const t = useT()
  const { data } = useQuery(profilesQuery)
  const profiles = data?.data ?? []
  const known = new Set(profiles.map(({ username }) => username))
  return (
    <MultiSelect
      label={t('field.authors')}
      description={t('field.authorsHint')}
      data={[
        ...profiles.map(({ username, displayName }) => ({ value: username, label: displayName ?? username })),
        ...value.filter((name) => !known.has(name)).map((name) => ({ value: name, label: name })),
      ]}
      value={[...value]}
      error={error}
      // Ignores the removal of the last author, because a post has at least one.
      onChange={(usernames) => {
        if (usernames.length > 0) onChange(usernames)
      }}
      hidePickedOptions
      searchable
    />
  )
}
