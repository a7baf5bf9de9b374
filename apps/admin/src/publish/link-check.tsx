import { Anchor, Code, List, Text } from '@mantine/core'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { brokenLinksQuery, menuQuery, settingsQuery } from '../api/queries.ts'
import type { LinkOnPages, Settings, SiteStatus } from '../api/types.ts'
import { useLanguage, useT } from '../i18n/i18n.ts'
import { Card } from '../ui/card.tsx'
import { ErrorNote } from '../ui/error-note.tsx'
import { MoreButton } from '../ui/more-button.tsx'
import { relativeTime } from '../ui/time.ts'
import { Waiting } from '../ui/waiting.tsx'
import { SiteFileLink } from './site-file-link.tsx'

const initialPages = 4

/** Broken internal links, each with the content that contains it. */
export function LinkCheck({ check }: { readonly check: SiteStatus['linkCheck'] }) {
  const t = useT()
  const language = useLanguage()
  if (!check) return <Card title={t('publish.links')} text={t('publish.linksNever')} />
  const checked = t('publish.linksChecked', { n: check.pages, time: relativeTime(check.checkedAt, language) })
  if (check.broken === 0)
    return (
      <Card title={t('publish.links')} text={checked}>
        <Text size="sm">{t('publish.linksWhole', { n: check.pages })}</Text>
      </Card>
    )
  return (
    <Card title={t('publish.linksBroken', { n: check.broken })} text={checked}>
      <BrokenLinks checkedAt={check.checkedAt} />
    </Card>
  )
}

/** Lists broken links, those on the most pages first. Loads the next part of the list on request. */
function BrokenLinks({ checkedAt }: { readonly checkedAt: string }) {
  const { data, error, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } =
    useInfiniteQuery(brokenLinksQuery)
  const read = useRef(checkedAt)
  // Reads all loaded parts of the list again after a newer check.
  useEffect(() => {
    if (read.current !== checkedAt) void refetch()
    read.current = checkedAt
  }, [checkedAt, refetch])
  const links = data?.pages.flatMap((page) => page.data) ?? []
  return (
    <>
      {error && <ErrorNote error={error} retry={() => void refetch()} />}
      {!data && !error && <Waiting />}
      <List size="sm" spacing="sm" listStyleType="none">
        {links.map((found) => (
          <List.Item key={found.link} style={{ overflowWrap: 'anywhere' }}>
            <Code>{found.link}</Code>
            <Places {...found} />
          </List.Item>
        ))}
      </List>
      {hasNextPage && <MoreButton isBusy={isFetchingNextPage} onClick={() => void fetchNextPage()} />}
    </>
  )
}

/** Lists the pages with a broken link. For a link in the menu, names the menu item instead. */
function Places({ link, pages, pagesTotal }: LinkOnPages) {
  const t = useT()
  const [showsAll, setShowsAll] = useState(false)
  const shown = showsAll ? pages : pages.slice(0, initialPages)
  const menu = useQuery(menuQuery).data?.data ?? []
  const base = basePath(useQuery(settingsQuery).data)
  const item = menu.find(({ url }) => bare(link) === base + bare(url))
  if (item)
    return (
      <Text size="xs">
        <Anchor component={Link} to="/menu" size="xs">
          {t('publish.linkInMenu', { title: item.title })}
        </Anchor>
      </Text>
    )
  return (
    <Text size="xs" c="dimmed">
      {`${t('publish.linkOn')} `}
      {shown.map((file, index) => (
        <span key={file}>
          {index > 0 && ', '}
          <SiteFileLink file={file} />
        </span>
      ))}
      {shown.length < pages.length && (
        <>
          {' '}
          <Anchor component="button" type="button" size="xs" onClick={() => setShowsAll(true)}>
            {t('publish.linkPages', { n: pagesTotal - shown.length })}
          </Anchor>
        </>
      )}
      {shown.length === pages.length &&
        pages.length < pagesTotal &&
        ` ${t('publish.linkOnMore', { n: pagesTotal - pages.length })}`}
    </Text>
  )
}

const bare = (address: string): string => address.replace(/\/+$/, '')

const basePath = (settings: Settings | undefined): string =>
  bare(new URL(settings?.staticBaseUrl || settings?.siteUrl || '/', location.origin).pathname)
