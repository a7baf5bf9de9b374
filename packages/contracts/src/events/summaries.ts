/** One sentence for each event, for the public description. */
import type { EventType } from './catalogue.ts'

export const summaries: Readonly<Record<EventType, string>> = {
  'content.post.created': 'A post was created, as a draft or published.',
  'content.post.updated':
    'A post changed. A change of visibility is reported by published or unpublished instead.',
  'content.post.published':
    'A post became visible on the site: follows post.created, or replaces post.updated.',
  'content.post.unpublished': 'A post is no longer visible on the site.',
  'content.post.deleted': 'A post was deleted permanently.',
  'content.page.created': 'A page was created, as a draft or published.',
  'content.page.updated':
    'A page changed or moved. A change of visibility is reported by published or unpublished instead.',
  'content.page.published':
    'A page became visible on the site: follows page.created, or replaces page.updated.',
  'content.page.unpublished': 'A page is no longer visible on the site.',
  'content.page.deleted': 'A page was deleted permanently.',
  'content.settings.updated': 'Site settings changed. The event lists the names of the changed settings.',
  'identity.user.created': 'A user was created.',
  'identity.user.updated': 'A user changed; lists the names of the changed fields.',
  'identity.user.deleted': 'A user was deleted.',
  'identity.session.ended': 'A session ended early: by logout, a new password or the deletion of its user.',
  'media.file.stored': 'A file was uploaded and can be read.',
  'media.file.described': 'The alt text or the caption of a file changed.',
  'media.file.renditions_made': 'Narrower versions of an image are available. At most once per file.',
  'media.file.deleted': 'A file was deleted permanently.',
  'themes.theme.installed': 'A theme was installed.',
  'themes.theme.updated': 'Another version of a theme was installed.',
  'themes.theme.removed': 'A theme was removed.',
  'themes.theme.switched': 'A theme became the active one.',
  'themes.menu.changed': 'The menu changed. The event has the new number of items.',
  'publisher.site.generated': 'A generation of the site completed and is shown to readers.',
  'publisher.site.failed': 'A generation of the site failed; readers see the previous one.',
  'publisher.address.moved': 'A post or page has another address; the old one redirects to it.',
}
