/** What each event says, in a sentence: for the public description of the events. */
import type { EventType } from './catalogue.ts'

export const summaries: Readonly<Record<EventType, string>> = {
  'content.post.created': 'A post was created, as a draft or published.',
  'content.post.updated':
    'A post changed. When its visibility changed too, published or unpublished says so in place of this.',
  'content.post.published':
    'A post became visible to everybody: follows post.created, or takes the place of post.updated.',
  'content.post.unpublished': 'A post is no longer visible to everybody.',
  'content.post.deleted': 'A post was deleted, for good.',
  'content.page.created': 'A page was created, as a draft or published.',
  'content.page.updated':
    'A page changed or moved. When its visibility changed too, published or unpublished says so in place of this.',
  'content.page.published':
    'A page became visible to everybody: follows page.created, or takes the place of page.updated.',
  'content.page.unpublished': 'A page is no longer visible to everybody.',
  'content.page.deleted': 'A page was deleted, for good.',
  'content.settings.updated': 'Settings of the site changed; the names of those that did.',
  'identity.user.created': 'A user was created.',
  'identity.user.updated': 'A user changed; the names of the fields that did.',
  'identity.user.deleted': 'A user was deleted.',
  'identity.session.ended': 'A session ended before its time: by logout, a new password, or with its user.',
  'media.file.stored': 'A file was uploaded and can be read.',
  'media.file.described': 'The alt text or the caption of a file changed.',
  'media.file.renditions_made': 'Narrower forms of an image can be had. At most once a file.',
  'media.file.deleted': 'A file was deleted, for good.',
  'themes.theme.installed': 'A theme was installed.',
  'themes.theme.updated': 'A theme was installed in another version.',
  'themes.theme.removed': 'A theme was removed.',
  'themes.theme.switched': 'A theme became the active one.',
  'themes.menu.changed': 'The menu was changed; how many items it has now.',
  'publisher.site.generated': 'A generation of the site ended and readers see it.',
  'publisher.site.failed': 'A generation of the site ended without a result; readers see the one before.',
  'publisher.address.moved': 'A post or page has another address; the old one redirects to it.',
}
