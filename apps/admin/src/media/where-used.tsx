import { Anchor, List, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { referencesQuery } from '../api/queries.ts'
import type { Reference } from '../api/types.ts'
import { useT } from '../i18n/i18n.ts'
import { ErrorNote } from '../ui/error-note.tsx'
import { Waiting } from '../ui/waiting.tsx'

export function WhereUsed({ id }: { readonly id: string }) {
  const t = useT()
  const { data, error } = useQuery(referencesQuery(id))
  return (
    <section>
      <Title order={2} size="h5" mb="xs">
        {t('media.usedIn')}
      </Title>
      {error && <ErrorNote error={error} />}
      {!data && !error && <Waiting />}
      {data?.references.length === 0 && (
        <Text size="sm" c="dimmed">
          {t('media.unused')}
        </Text>
      )}
      <List size="sm">
        {data?.references.map((reference) => (
          <List.Item key={`${reference.id} ${reference.referenceType}`}>
            <Anchor component={Link} to={linkTo(reference)}>
              {reference.title}
            </Anchor>{' '}
            <Text span size="xs" c="dimmed">
              {t(`media.reference.${reference.referenceType}`)}
            </Text>
          </List.Item>
        ))}
      </List>
    </section>
  )
}

function linkTo({ type, id }: Reference): string {
  if (type === 'settings') return '/settings'
  return `/${type === 'page' ? 'pages' : 'posts'}/${id}`
}
