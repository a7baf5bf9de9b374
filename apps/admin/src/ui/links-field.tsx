/** A list of links with titles. */
import { Button, Group, Input, Stack, TextInput } from '@mantine/core'
import type { ProfileLink } from '../api/types.ts'
import { useT } from '../i18n/i18n.ts'
import { fieldErrorOf } from './error-text.ts'
import { IconPlus } from './icons.ts'

interface LinksFieldProps {
  /** Name of the field in the API. */
  readonly name: string
  readonly label: string
  /** Maximum number of links that the API accepts. */
  readonly max: number
  readonly value: readonly ProfileLink[]
  readonly error: unknown
  readonly onChange: (links: readonly ProfileLink[]) => void
}

export function LinksField({ name, label, max, value, error, onChange }: LinksFieldProps) {
  const t = useT()
  const change = (at: number, link: Partial<ProfileLink>) =>
    onChange(value.map((each, index) => (index === at ? { ...each, ...link } : each)))
  return (
    <Stack gap={6}>
      <Input.Label component="div">{label}</Input.Label>
      {Object.entries(value).map(([index, { title, url }]) => (
        <Group key={index} gap="xs" wrap="nowrap" align="start">
          <TextInput
            aria-label={t('profile.linkTitle', { n: Number(index) + 1 })}
            placeholder={t('profile.linkTitlePlaceholder')}
            value={title}
            error={fieldErrorOf(error, `${name}.${index}.title`, t)}
            onChange={({ currentTarget }) => change(Number(index), { title: currentTarget.value })}
          />
          <TextInput
            aria-label={t('profile.linkUrl', { n: Number(index) + 1 })}
            placeholder="https://"
            flex={1}
            value={url}
            error={fieldErrorOf(error, `${name}.${index}.url`, t)}
            onChange={({ currentTarget }) => change(Number(index), { url: currentTarget.value })}
          />
        </Group>
      ))}
      <Group>
        <Button
          size="xs"
          variant="default"
          leftSection={<IconPlus size={16} aria-hidden />}
          disabled={value.length >= max}
          onClick={() => onChange([...value, { title: '', url: '' }])}
        >
          {t('profile.addLink')}
        </Button>
      </Group>
    </Stack>
  )
}

/** Removes links that have neither a title nor an address. */
export const filledLinks = (links: readonly ProfileLink[]): ProfileLink[] =>
  links.filter(({ title, url }) => title !== '' || url !== '')
