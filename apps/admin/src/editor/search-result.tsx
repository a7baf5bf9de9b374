import { Paper, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { pagesQuery, settingsQuery } from '../api/queries.ts'
import type { Kind } from '../api/types.ts'
import { placeOf } from '../content/place.ts'
import { useT } from '../i18n/i18n.ts'
import type { Fields } from './fields.ts'

/** Characters that search engines show. */
const longest = { title: 60, text: 155 }

const cut = (text: string, length: number) => (text.length > length ? `${text.slice(0, length - 1).trimEnd()}…` : text)

/** What somebody sees who finds it. */
export function SearchResult({ site, kind, fields }: { readonly site: string; readonly kind: Kind; readonly fields: Fields }) {
  const t = useT()
  const pages = useQuery({ ...pagesQuery, enabled: fields.parentPage !== '' }).data?.data.map(({ frontmatter }) => frontmatter) ?? []
  const place = placeOf(kind, { ...fields, slug: fields.slug || '…' }, pages)
  const isClean = useQuery(settingsQuery).data?.staticCleanUrls ?? true
  return (
    <Paper withBorder p="sm" bg="var(--mantine-color-default-hover)">
      <Text size="xs" c="dimmed" truncate>
        {`${site}${place}${isClean ? '/' : '.html'}`}
      </Text>
      <Text c="var(--mantine-color-anchor)" fw={500} lh={1.3}>
        {cut(fields.title || t('editor.title'), longest.title)}
      </Text>
      <Text size="sm" c="dimmed">
        {fields.excerpt ? cut(fields.excerpt, longest.text) : t('field.searchNoText')}
      </Text>
    </Paper>
  )
}
