/** What readers of the site see of a user. */
import { Button, Group, Input, Stack, Textarea, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { api, unwrap } from '../api/client.ts'
import type { MediaFile, Profile, ProfileChange, ProfileLink } from '../api/types.ts'
import { useT } from '../i18n/i18n.ts'
import { ImageField } from '../media/image-field.tsx'
import { fieldErrorOf } from '../ui/error-text.ts'
import { IconPlus } from '../ui/icons.ts'

/** The API takes at most as many. */
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
      <AvatarField value={values.avatar} onChange={(avatar) => onChange({ avatar })} />
      <LinksField value={values.links ?? []} error={error} onChange={(links) => onChange({ links })} />
    </>
  )
}

interface AvatarFieldProps {
  readonly value: string | null | undefined
  readonly onChange: (id: string | null) => void
}

function AvatarField({ value, onChange }: AvatarFieldProps) {
  const t = useT()
  const { data } = useQuery({
    queryKey: ['media', 'file', value],
    queryFn: async ({ signal }): Promise<MediaFile> =>
      (await unwrap(api.GET('/api/media/{id}', { params: { path: { id: value ?? '' } }, signal }))).data,
    enabled: Boolean(value),
  })
  return (
    <ImageField
      label={t('profile.avatar')}
      url={value && data?.url}
      alt={data?.alt}
      isChosen={Boolean(value)}
      look={{ radius: 'xl', w: 72, h: 72 }}
      onChange={(file) => onChange(file?.id ?? null)}
    />
  )
}

interface LinksFieldProps {
  readonly value: readonly ProfileLink[]
  readonly error: unknown
  readonly onChange: (links: readonly ProfileLink[]) => void
}

function LinksField({ value, error, onChange }: LinksFieldProps) {
  const t = useT()
  const change = (at: number, link: Partial<ProfileLink>) =>
    onChange(value.map((each, index) => (index === at ? { ...each, ...link } : each)))
  return (
    <Stack gap={6}>
      <Input.Label component="div">{t('profile.links')}</Input.Label>
      {Object.entries(value).map(([place, { title, url }]) => (
        <Group key={place} gap="xs" wrap="nowrap" align="start">
          <TextInput
            aria-label={t('profile.linkTitle', { n: Number(place) + 1 })}
            placeholder={t('profile.linkTitlePlaceholder')}
            value={title}
            error={fieldErrorOf(error, `links.${place}.title`, t)}
            onChange={({ currentTarget }) => change(Number(place), { title: currentTarget.value })}
          />
          <TextInput
            aria-label={t('profile.linkUrl', { n: Number(place) + 1 })}
            placeholder="https://"
            flex={1}
            value={url}
            error={fieldErrorOf(error, `links.${place}.url`, t)}
            onChange={({ currentTarget }) => change(Number(place), { url: currentTarget.value })}
          />
        </Group>
      ))}
      <Group>
        <Button
          size="xs"
          variant="default"
          leftSection={<IconPlus size={16} aria-hidden />}
          disabled={value.length >= mostLinks}
          onClick={() => onChange([...value, { title: '', url: '' }])}
        >
          {t('profile.addLink')}
        </Button>
      </Group>
    </Stack>
  )
}

/** The changed fields as the API takes them; a link without title and address is removed. */
export function profileChange({ links, ...changes }: Profile): ProfileChange {
  if (links === undefined) return changes
  return { ...changes, links: links?.filter(({ title, url }) => title !== '' || url !== '') ?? null }
}
