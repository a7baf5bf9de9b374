import { Anchor, List, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { Receipt, SiteChange } from '../api/types.ts'
import { type MessageKey, messages, type Translate, useT } from '../i18n/i18n.ts'

const kinds = {
  post: { name: 'nav.posts', to: '/posts' },
  page: { name: 'nav.pages', to: '/pages' },
  settings: { name: 'nav.settings', to: '/settings' },
  theme: { name: 'nav.themes', to: '/themes' },
  menu: { name: 'nav.menu', to: '/menu' },
  media: { name: 'nav.media', to: '/media' },
  user: { name: 'publish.user', to: '/users' },
} as const satisfies Record<SiteChange['kind'], { name: MessageKey; to: string }>

const eventLabels: Readonly<Record<string, MessageKey>> = {
  created: 'publish.what.created',
  updated: 'publish.what.updated',
  changed: 'publish.what.changed',
  published: 'publish.what.published',
  unpublished: 'publish.what.unpublished',
  deleted: 'publish.what.deleted',
  switched: 'publish.what.switched',
  stored: 'publish.what.stored',
  described: 'publish.what.described',
  renditions_made: 'publish.what.renditions_made',
}

/** Label of a setting, such as `siteTitle`; settings without a label keep their name. */
function settingName(name: string, t: Translate): string {
  const key = `settings.${name}`
  return key in messages ? t(key as MessageKey) : name
}

/** The title of a change. Removes the id from the name of a media file. */
export function changeTitle({ kind, title }: SiteChange, t: Translate): string {
  if (title === null) return t(kinds[kind].name)
  if (kind === 'settings') return settingName(title, t)
  return kind === 'theme'
    ? t('publish.theme', { name: title })
    : kind === 'media'
      ? title.replace(/-[\da-f]{32}(?=\.\w+$)/, '')
      : title
}

export function Changes({
  changes,
  changesTotal,
  name,
}: Pick<Receipt, 'changes' | 'changesTotal'> & { readonly name?: string }) {
  const t = useT()
  const linkTo = ({ kind, id }: SiteChange) =>
    kind === 'post' || kind === 'page' ? `${kinds[kind].to}/${id}` : kinds[kind].to
  const eventLabel = (what: string) => {
    const key = eventLabels[what]
    return key ? t(key) : what
  }
  return (
    <List size="sm" listStyleType="none" {...(name ? { 'aria-label': name } : {})}>
      {changes.map((change) => (
        <List.Item key={`${change.kind} ${change.id} ${change.revision} ${change.what}`}>
          {change.what === 'deleted' ? (
            changeTitle(change, t)
          ) : (
            <Anchor component={Link} to={linkTo(change)} size="sm" underline="always">
              {changeTitle(change, t)}
            </Anchor>
          )}{' '}
          <Text span size="xs" c="dimmed">
            {eventLabel(change.what)}
          </Text>
        </List.Item>
      ))}
      {changesTotal > changes.length && (
        <List.Item>{t('publish.more', { n: changesTotal - changes.length })}</List.Item>
      )}
    </List>
  )
}
