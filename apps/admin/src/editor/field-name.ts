import type { MessageKey, Translate } from '../i18n/i18n.ts'

const keys: Readonly<Record<string, MessageKey>> = {
  title: 'editor.title',
  subtitle: 'editor.subtitle',
  content: 'editor.content',
  slug: 'field.slug',
  status: 'field.status',
  author: 'posts.author',
  authors: 'field.authors',
  language: 'field.language',
  translationOf: 'field.translationOf',
  excerpt: 'field.excerpt',
  category: 'field.category',
  tags: 'field.tags',
  relatedPosts: 'field.related',
  featuredImage: 'field.featuredImage',
  seoTitle: 'field.seoTitle',
  metaDescription: 'field.metaDescription',
  canonicalUrl: 'field.canonicalUrl',
  noindex: 'field.noindex',
  socialImage: 'field.socialImage',
  publishAt: 'field.publishAt',
  unpublishAt: 'field.unpublishAt',
  publishedAt: 'field.publishedAt',
  pageType: 'field.pageType',
  parentPage: 'field.parent',
}

/** The editor's label for a field of the API; the name of the field if there is no label. */
export function fieldName(name: string, t: Translate): string {
  const key = keys[name]
  return key ? t(key) : name
}
