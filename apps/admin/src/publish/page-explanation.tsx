import { Anchor, Badge, Code, Group, List, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { explanationQuery } from '../api/queries.ts'
import type { PageExplanation as Explained, SiteEntry } from '../api/types.ts'
import { type MessageKey, type Translate, useLanguage, useT } from '../i18n/i18n.ts'
import { ErrorNote } from '../ui/error-note.tsx'
import { dateAndTime, relativeTime } from '../ui/time.ts'
import { Waiting } from '../ui/waiting.tsx'
import { Changes } from './changes.tsx'

/** Maximum posts and pages listed. */
const maxShown = 12

const sharedNames: Readonly<Record<string, MessageKey>> = {
  site: 'publish.reason.settings',
  theme: 'publish.reason.theme',
  menu: 'publish.reason.menu',
  categories: 'publish.reason.categories',
  tags: 'publish.reason.tags',
  recentPosts: 'publish.reason.recentPosts',
  updatedAt: 'publish.reason.updatedAt',
}
const nameOfShared = (name: string, t: Translate): string => {
  const key = sharedNames[name]
  return key ? t(key) : name
}

/** Shows the inputs of a page of the site, and its last change. `path` begins with a slash. */
export function PageExplanation({ path }: { readonly path: string }) {
  const { data, error, refetch } = useQuery({ ...explanationQuery(path), staleTime: 0 })
  const t = useT()
  if (error) return <ErrorNote error={error} retry={() => void refetch()} />
  if (data === undefined) return <Waiting />
  if (data === null)
    return (
      <Text size="sm" c="dimmed">
        {t('why.none')}
      </Text>
    )
  return <Explanation page={data} />
}

function Explanation({ page: { template, entry, shows, shared, lastChange } }: { readonly page: Explained }) {
  const t = useT()
  const others = shows.filter(({ id }) => id !== entry?.id)
  return (
    <Stack gap="md">
      <Part title={t('why.lastChange')}>
        {lastChange ? (
          <LastChange change={lastChange} />
        ) : (
          <Text size="sm" c="dimmed">
            {t('why.unknown')}
          </Text>
        )}
      </Part>
      {entry && (
        <Part title={t('why.entry')}>
          <EntryLink entry={entry} />
        </Part>
      )}
      {others.length > 0 && (
        <Part title={t('why.shows')}>
          <EntryLinks entries={others} />
        </Part>
      )}
      {shared.length > 0 && (
        <Part title={t('why.shared')}>
          <Labels name={t('why.shared')} labels={shared.map((name) => nameOfShared(name, t))} />
        </Part>
      )}
      {template && (
        <Text size="xs" c="dimmed">
          {t('why.template')} <Code>{template}</Code>
        </Text>
      )}
    </Stack>
  )
}

interface LastChangeProps {
  readonly change: NonNullable<Explained['lastChange']>
}

function LastChange({ change: { at, reasons, changes } }: LastChangeProps) {
  const t = useT()
  const language = useLanguage()
  return (
    <>
      <Text size="sm" title={dateAndTime(at, language)} mb={4}>
        {relativeTime(at, language)}
      </Text>
      <Labels name={t('publish.why')} labels={reasons.map((reason) => t(`publish.reason.${reason}`))} />
      {changes.length > 0 && (
        <Changes name={t('why.changes')} changes={changes} changesTotal={changes.length} />
      )}
    </>
  )
}

function EntryLinks({ entries }: { readonly entries: readonly SiteEntry[] }) {
  const t = useT()
  return (
    <List size="sm" listStyleType="none" aria-label={t('why.shows')}>
      {entries.slice(0, maxShown).map((entry) => (
        <List.Item key={entry.id}>
          <EntryLink entry={entry} />
        </List.Item>
      ))}
      {entries.length > maxShown && (
        <List.Item>{t('publish.more', { n: entries.length - maxShown })}</List.Item>
      )}
    </List>
  )
}

function Part({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <div>
      <Text size="sm" fw={600} mb={2}>
        {title}
      </Text>
      {children}
    </div>
  )
}

function EntryLink({ entry: { kind, id, title } }: { readonly entry: SiteEntry }) {
  return (
    <Anchor component={Link} to={`/${kind}s/${id}`} size="sm" underline="always">
      {title}
    </Anchor>
  )
}

function Labels({ name, labels }: { readonly name: string; readonly labels: readonly string[] }) {
  return (
    <Group gap={4} component="ul" p={0} m={0} aria-label={name}>
      {labels.map((label) => (
        <Badge key={label} component="li" size="sm" variant="default" tt="none" fw={500}>
          {label}
        </Badge>
      ))}
    </Group>
  )
}
