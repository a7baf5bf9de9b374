import type { Translate } from '../i18n/i18n.ts'
import type { EditorFields, FieldName } from './editor-fields.ts'

/** A field's value in one line, for display. */
export function valueText(field: FieldName, value: EditorFields[FieldName], t: Translate): string {
  if (field === 'pageType') return t(value === 'normal' ? 'field.pageType.normal' : 'field.pageType.custom')
  if (typeof value === 'boolean') return value ? t('field.noindex') : ''
  if (value === null || value === '') return ''
  if (typeof value === 'string') return value
  if (Array.isArray(value)) return value.join(', ')
  return 'url' in value ? ((value.alt || value.url) ?? '') : ''
}
