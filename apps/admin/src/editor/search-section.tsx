import { Stack, Switch, Textarea, TextInput } from '@mantine/core'
import { useT } from '../i18n/i18n.ts'
import type { EditorFields } from './editor-fields.ts'
import { FeaturedImageField } from './featured-image-field.tsx'

interface SearchSectionProps {
  readonly fields: EditorFields
  readonly onChange: (change: Partial<EditorFields>) => void
  readonly errorOf: (name: string) => string | undefined
}

/** How search engines and social networks see the entry; every field is optional. */
export function SearchSection({ fields, onChange, errorOf }: SearchSectionProps) {
  const t = useT()
  return (
    <Stack gap="md">
      <TextInput
        label={t('field.seoTitle')}
        description={t('field.seoTitleHint')}
        value={fields.seoTitle}
        error={errorOf('seoTitle')}
        onChange={({ currentTarget }) => onChange({ seoTitle: currentTarget.value })}
      />
      <Textarea
        label={t('field.metaDescription')}
        description={t('field.metaDescriptionHint')}
        autosize
        minRows={2}
        maxRows={6}
        value={fields.metaDescription}
        error={errorOf('metaDescription')}
        onChange={({ currentTarget }) => onChange({ metaDescription: currentTarget.value })}
      />
      <FeaturedImageField
        label={t('field.socialImage')}
        value={fields.socialImage}
        onChange={(socialImage) => onChange({ socialImage })}
      />
      <TextInput
        type="url"
        label={t('field.canonicalUrl')}
        description={t('field.canonicalUrlHint')}
        placeholder="https://"
        value={fields.canonicalUrl}
        error={errorOf('canonicalUrl')}
        onChange={({ currentTarget }) => onChange({ canonicalUrl: currentTarget.value })}
      />
      <Switch
        label={t('field.noindex')}
        description={t('field.noindexHint')}
        checked={fields.noindex}
        onChange={({ currentTarget }) => onChange({ noindex: currentTarget.checked })}
      />
    </Stack>
  )
}
