import { Anchor, Button, Code, List, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { menuQuery, settingsQuery } from '../api/queries.ts'
import type { BrokenLink, Settings, SiteStatus } from '../api/types.ts'
import { useLanguage, useT } from '../i18n/i18n.ts'
import { Card } from '../ui/card.tsx'
import { relativeTime } from '../ui/time.ts'
import { SiteFileLink } from './site-file-link.tsx'

/** Links shown at first, and pages shown of each. */
const linksAtFirst = 8
const pagesOfLink = 4

interface LinkCheckProps {
  readonly check: SiteStatus['linkCheck']
  readonly broken: readonly BrokenLink[]
}

/** Links of the site to itself that lead nowhere, each with the content that has it. */
export function LinkCheck({ check, broken }: LinkCheckProps) {
  const t = useT()
  const language = useLanguage()
  const [showsAll, setShowsAll] = useState(false)
  const links = [...Map.groupBy(broken, ({ link }) => link)]
  const shown = showsAll ? links : links.slice(0, linksAtFirst)
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
      <List size="sm" spacing="sm" listStyleType="none">
        {shown.map(([link, places]) => (
          <List.Item key={link} style={{ overflowWrap: 'anywhere' }}>
            <Code>{link}</Code>
            <Places link={link} files={places.map(({ page }) => page)} />
          </List.Item>
        ))}
      </List>
      {shown.length < links.length && (
        <Button size="xs" variant="default" mt="sm" onClick={() => setShowsAll(true)}>
          {t('publish.more', { n: links.length - shown.length })}
        </Button>
      )}
      {check.broken > broken.length && (
        <Text size="xs" c="dimmed" mt="sm">
          {t('publish.linksListed', { n: broken.length })}
        </Text>
      )}
    </Card>
  )
}

/** A link that the menu has is on all pages: then the menu is the place to mend it. */
function Places({ link, files }: { readonly link: string; readonly files: readonly string[] }) {
  const t = useT()
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
      {files.slice(0, pagesOfLink).map((file, place) => (
        <span key={file}>
          {place > 0 && ', '}
          <SiteFileLink file={file} />
        </span>
      ))}
      {files.length > pagesOfLink && ` ${t('publish.more', { n: files.length - pagesOfLink })}`}
    </Text>
  )
}

const bare = (address: string): string => address.replace(/\/+$/, '')

/** What all addresses of the site begin with, behind the host. */
const basePath = (settings: Settings | undefined): string =>
  bare(new URL(settings?.staticBaseUrl || settings?.siteUrl || '/', location.origin).pathname)
