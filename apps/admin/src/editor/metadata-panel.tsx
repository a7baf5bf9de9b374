import { Divider, Select, Stack, Text, Textarea, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { pagesQuery } from '../api/queries.ts'
import type { Kind } from '../api/types.ts'
import { AuthorsField } from '../content/authors-field.tsx'
import { LanguageField, TranslationField } from '../content/language-fields.tsx'
import { RelatedPostsField } from '../content/related-posts-field.tsx'
import { CategoryField, TagsField } from '../content/term-fields.tsx'
import { flatTree, pageTree, within } from '../content/tree.ts'
import { useT } from '../i18n/i18n.ts'
import { fieldErrorOf } from '../ui/error-text.ts'
import { FeaturedImageField } from './featured-image-field.tsx'
import type { Fields } from './fields.ts'
import { SearchResult } from './search-result.tsx'
import { SearchSection } from './search-section.tsx'
import type { View } from './view.ts'

interface MetadataPanelProps {
  readonly kind: Kind
  readonly view: View
  readonly onChange: (change: Partial<Fields>) => void
  readonly schedule: ReactNode
}

/** All fields except the text. */
export function MetadataPanel({ kind, view, onChange, schedule }: MetadataPanelProps) {
  const t = useT()
  const { fields, error } = view
  const errorOf = (name: string) => fieldErrorOf(error, `metadata.${name}`, t)
  return (
    <Stack gap="md">
      <SlugField view={view} error={errorOf('slug')} onChange={onChange} />
      {kind === 'posts' ? (
        <PostFields view={view} errorOf={errorOf} onChange={onChange} />
      ) : (
        <PageFields view={view} onChange={onChange} />
      )}
      <Textarea
        label={t('field.excerpt')}
        description={t('field.excerptHint')}
        autosize
        minRows={2}
        maxRows={6}
        value={fields.excerpt}
        error={errorOf('excerpt')}
        onChange={({ currentTarget }) => onChange({ excerpt: currentTarget.value })}
      />
      <FeaturedImageField
        label={t('field.featuredImage')}
        value={fields.featuredImage}
        onChange={(featuredImage) => onChange({ featuredImage })}
      />
      <LanguageField
        value={fields.language}
        error={errorOf('language')}
        onChange={(language) => onChange({ language })}
      />
      <TranslationField
        kind={kind}
        ownId={view.id}
        value={fields.translationOf}
        error={errorOf('translationOf')}
        onChange={(translationOf) => onChange({ translationOf })}
      />
      <Divider label={t('field.schedule')} labelPosition="left" />
      {schedule}
      <Divider label={t('field.search')} labelPosition="left" />
      <SearchResult kind={kind} view={view} />
      <SearchSection fields={fields} onChange={onChange} errorOf={errorOf} />
    </Stack>
  )
}

type PartProps = Pick<MetadataPanelProps, 'view' | 'onChange'>

interface SlugFieldProps extends PartProps {
  readonly error: string | undefined
}

function SlugField({ view: { status, base, fields }, error, onChange }: SlugFieldProps) {
  const t = useT()
  const changesUrl = status === 'published' && fields.slug !== base?.slug
  return (
    <TextInput
      label={t('field.slug')}
      description={t(changesUrl ? 'field.slugMoves' : 'field.slugHint')}
      value={fields.slug}
      error={error}
      onChange={({ currentTarget }) => onChange({ slug: currentTarget.value })}
    />
  )
}

function PostFields({
  view: { fields, id },
  errorOf,
  onChange,
}: PartProps & { readonly errorOf: (name: string) => string | undefined }) {
  const t = useT()
  return (
    <>
      <AuthorsField
        value={fields.authors}
        error={errorOf('authors')}
        onChange={(authors) => onChange({ authors })}
      />
      <CategoryField
        label={t('field.category')}
        value={fields.category}
        onChange={(category) => onChange({ category })}
      />
      <TagsField
        label={t('field.tags')}
        description={t('field.tagsHint')}
        value={[...fields.tags]}
        onChange={(tags) => onChange({ tags })}
      />
      <RelatedPostsField
        ownId={id}
        value={fields.relatedPosts}
        onChange={(relatedPosts) => onChange({ relatedPosts })}
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
          onChange({
            pageType: value === 'normal' ? 'normal' : 'custom',
            ...(value === 'normal' ? { parentPage: '' } : {}),
          })
        }
      />
      {fields.pageType === 'custom' && (
        <Select
          label={t('field.parent')}
          placeholder={t('field.parentTop')}
          data={tree
            .filter(({ node }) => !forbidden.includes(node.page.slug))
            .map(({ node, depth }) => ({
              value: node.page.slug,
              label: `${'  '.repeat(depth)}${node.page.title}`,
            }))}
          value={fields.parentPage || null}
          onChange={(value) => onChange({ parentPage: value ?? '' })}
          // A longer list would be unusable. Users type to find other entries.
          limit={200}
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
