import { Autocomplete, Divider, MultiSelect, Select, Stack, TagsInput, Text, Textarea, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { pagesQuery } from '../api/queries.ts'
import type { Kind } from '../api/types.ts'
import { flatTree, pageTree, within } from '../content/tree.ts'
import { useTerms } from '../content/use-terms.ts'
import { useT } from '../i18n/i18n.ts'
import { faultOf } from '../ui/error-text.ts'
import { FeaturedImageField } from './featured-image-field.tsx'
import type { Fields } from './fields.ts'
import { SearchResult } from './search-result.tsx'
import type { View } from './view.ts'

interface MetadataPanelProps {
  readonly kind: Kind
  readonly view: View
  readonly onChange: (change: Partial<Fields>) => void
  /** The dates of the item. */
  readonly schedule: ReactNode
}

/** Everything about an item but its text. */
export function MetadataPanel({ kind, view, onChange, schedule }: MetadataPanelProps) {
  const t = useT()
  const { fields, error } = view
  const fault = (name: string) => faultOf(error, `metadata.${name}`, t)
  return (
    <Stack gap="md">
      <TextInput
        label={t('field.slug')}
        description={t(view.status === 'published' && fields.slug !== view.base?.slug ? 'field.slugMoves' : 'field.slugHint')}
        value={fields.slug}
        error={fault('slug')}
        onChange={({ currentTarget }) => onChange({ slug: currentTarget.value })}
      />
      {kind === 'posts' ? <PostFields view={view} onChange={onChange} /> : <PageFields view={view} onChange={onChange} />}
      <Textarea
        label={t('field.excerpt')}
        description={t('field.excerptHint')}
        autosize
        minRows={2}
        maxRows={6}
        value={fields.excerpt}
        error={fault('excerpt')}
        onChange={({ currentTarget }) => onChange({ excerpt: currentTarget.value })}
      />
      <FeaturedImageField value={fields.featuredImage} onChange={(featuredImage) => onChange({ featuredImage })} />
      <Divider label={t('field.schedule')} labelPosition="left" />
      {schedule}
      <Divider label={t('field.search')} labelPosition="left" />
      <SearchResult kind={kind} fields={fields} />
    </Stack>
  )
}

type PartProps = Pick<MetadataPanelProps, 'view' | 'onChange'>

function PostFields({ view: { fields, id }, onChange }: PartProps) {
  const t = useT()
  const { categories, tags, posts } = useTerms()
  const known = new Set(posts.map(({ value }) => value))
  const lost = fields.relatedPosts.filter((related) => !known.has(related)).map((related) => ({ value: related, label: related }))
  return (
    <>
      <Autocomplete
        label={t('field.category')}
        data={[...categories]}
        value={fields.category}
        onChange={(category) => onChange({ category })}
      />
      <TagsInput
        label={t('field.tags')}
        description={t('field.tagsHint')}
        data={[...tags]}
        value={[...fields.tags]}
        onChange={(next) => onChange({ tags: next })}
        splitChars={[',']}
        acceptValueOnBlur
      />
      <MultiSelect
        label={t('field.related')}
        data={[...posts.filter(({ value }) => value !== id), ...lost]}
        value={[...fields.relatedPosts]}
        onChange={(relatedPosts) => onChange({ relatedPosts })}
        searchable
        limit={20}
      />
    </>
  )
}

function PageFields({ view: { fields, id }, onChange }: PartProps) {
  const t = useT()
  const { data } = useQuery(pagesQuery)
  const tree = flatTree(pageTree(data?.data.map(({ frontmatter }) => frontmatter) ?? []))
  const own = tree.find(({ node }) => node.page.id === id)
  const forbidden = own ? within(own.node) : []
  return (
    <>
      <Select
        label={t('field.pageType')}
        allowDeselect={false}
        data={[
          { value: 'custom', label: t('field.pageType.custom') },
          { value: 'normal', label: t('field.pageType.normal') },
        ]}
        value={fields.pageType}
        onChange={(value) =>
          onChange({ pageType: value === 'normal' ? 'normal' : 'custom', ...(value === 'normal' ? { parentPage: '' } : {}) })
        }
      />
      {fields.pageType === 'custom' && (
        <Select
          label={t('field.parent')}
          placeholder={t('field.parentTop')}
          data={tree
            .filter(({ node }) => !forbidden.includes(node.page.slug))
            .map(({ node, depth }) => ({ value: node.page.slug, label: `${'  '.repeat(depth)}${node.page.title}` }))}
          value={fields.parentPage || null}
          onChange={(value) => onChange({ parentPage: value ?? '' })}
          clearable
          searchable
        />
      )}
      {own && own.node.children.length > 0 && (
        <Text size="xs" c="dimmed">
          {own.node.path}
        </Text>
      )}
    </>
  )
}
