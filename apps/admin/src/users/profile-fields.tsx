/** Public profile of a user. */
import { Textarea, TextInput } from '@mantine/core'
import type { Profile, ProfileChange } from '../api/types.ts'
import { useT } from '../i18n/i18n.ts'
import { MediaIdField } from '../media/media-id-field.tsx'
import { fieldErrorOf } from '../ui/error-text.ts'
import { filledLinks, LinksField } from '../ui/links-field.tsx'

/** Maximum links in the API. */
const mostLinks = 10

interface ProfileFieldsProps {
  readonly values: Profile
  readonly error: unknown
  readonly onChange: (change: Partial<Profile>) => void
}

export function ProfileFields({ values, error, onChange }: ProfileFieldsProps) {
  const t = useT()
  return (
    <>
      <TextInput
        label={t('profile.displayName')}
        description={t('profile.displayNameHint')}
        value={values.displayName ?? ''}
        error={fieldErrorOf(error, 'displayName', t)}
        onChange={({ currentTarget }) => onChange({ displayName: currentTarget.value })}
      />
      <Textarea
        label={t('profile.bio')}
        autosize
        minRows={2}
        maxRows={8}
        value={values.bio ?? ''}
        error={fieldErrorOf(error, 'bio', t)}
        onChange={({ currentTarget }) => onChange({ bio: currentTarget.value })}
      />
      <MediaIdField
        label={t('profile.avatar')}
        value={values.avatar ?? ''}
        look={{ radius: 'xl', w: 72, h: 72 }}
        onChange={(avatar) => onChange({ avatar: avatar || null })}
      />
      <LinksField
        name="links"
        label={t('profile.links')}
        most={mostLinks}
        value={values.links ?? []}
        error={error}
        onChange={(links) => onChange({ links })}
      />
    </>
  )
}

/** Changed fields for the API, without empty links. */
export function profileChange({ links, ...changes }: Profile): ProfileChange {
  if (links === undefined) return changes
  return { ...changes, links: links && filledLinks(links) }
}
