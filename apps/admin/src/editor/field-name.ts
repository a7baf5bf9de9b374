import type { MessageKey, Translate } from '../i18n/i18n.ts'

const keys: Readonly<Record<string, MessageKey>> = {
  title: 'editor.title',
  subtitle: 'editor.subtitle',
  content: 'editor.content',
  slug: 'field.slug',
  status: 'field.status',
  author: 'posts.author',
  excerpt: 'field.excerpt',
  category: 'field.category',
  tags: 'field.tags',
  relatedPosts: 'field.related',
  featuredImage: 'field.featuredImage',
  publishAt: 'field.publishAt',
  unpublishAt: 'field.unpublishAt',
  pageType: 'field.pageType',
  parentPage: 'field.parent',
}

/** What a field of the API is called in the editor; one that the editor does not know is called as it is. */
export function fieldName(name: string, t: Translate): string {
  const key = keys[name]
  return key ? t(key) : name
}
