import { Paper, Text } from '@mantine/core'
import type { Kind } from '../api/types.ts'
import { useAddress } from '../content/use-address.ts'
import { useT } from '../i18n/i18n.ts'
import type { View } from './view.ts'

/** Maximum characters that search engines show. */
const maxLength = { title: 60, text: 155 }

const truncate = (text: string, length: number) =>
  text.length > length ? `${text.slice(0, length - 1).trimEnd()}…` : text

interface SearchResultProps {
  readonly kind: Kind
  readonly view: Pick<View, 'fields' | 'base'>
}

export function SearchResult({ kind, view: { fields, base } }: SearchResultProps) {
  const t = useT()
  const address = useAddress(kind, { ...base, ...fields, slug: fields.slug || '…' })
  const description = fields.metaDescription || fields.excerpt
  return (
    <Paper withBorder p="sm" bg="var(--mantine-color-default-hover)">
      <Text size="xs" c="dimmed" truncate>
        {address}
      </Text>
      <Text c="var(--mantine-color-anchor)" fw={500} lh={1.3}>
        {truncate(fields.seoTitle || fields.title || t('editor.title'), maxLength.title)}
      </Text>
      <Text size="sm" c="dimmed">
        {description ? truncate(description, maxLength.text) : t('field.searchNoText')}
      </Text>
    </Paper>
  )
}
