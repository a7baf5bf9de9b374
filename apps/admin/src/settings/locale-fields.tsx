/** Fields for the language and the time zone of the site. */
import { Autocomplete, Select } from '@mantine/core'
import type { Settings } from '../api/types.ts'
import { useLanguage, useT } from '../i18n/i18n.ts'
import { fieldErrorOf } from '../ui/error-text.ts'

type Locale = Pick<Settings, 'siteLanguage' | 'siteTimezone'>

interface LocaleFieldsProps {
  readonly values: Locale
  readonly error: unknown
  readonly onChange: (change: Partial<Locale>) => void
}

/** Suggested languages. Users can type any other tag. */
const suggestedLanguages = [
  ...['en', 'de', 'fr', 'es', 'it', 'pt', 'pt-BR', 'nl', 'pl', 'cs', 'sv', 'da', 'nb', 'fi', 'hu', 'ro'],
  ...['tr', 'el', 'ru', 'uk', 'ar', 'he', 'fa', 'hi', 'ja', 'ko', 'zh-Hans', 'zh-Hant', 'vi', 'id'],
]

export function LocaleFields({ values, error, onChange }: LocaleFieldsProps) {
  const t = useT()
  const language = useLanguage()
  const names = new Intl.DisplayNames([language], { type: 'language' })
  const zones = Intl.supportedValuesOf('timeZone')
  const { siteLanguage, siteTimezone } = values
  return (
    <>
      <Autocomplete
        label={t('settings.siteLanguage')}
        description={t('settings.siteLanguageHint')}
        data={suggestedLanguages}
        renderOption={({ option: { value } }) => `${names.of(value) ?? value} (${value})`}
        filter={({ options, search }) =>
          options.filter((each) => 'value' in each && isFound(each.value, search, siteLanguage, names))
        }
        maw={320}
        value={siteLanguage}
        error={fieldErrorOf(error, 'siteLanguage', t)}
        onChange={(value) => onChange({ siteLanguage: value })}
      />
      <Select
        label={t('settings.siteTimezone')}
        description={t('settings.siteTimezoneHint')}
        data={[...new Set(['UTC', siteTimezone, ...zones])]}
        searchable
        allowDeselect={false}
        maw={320}
        value={siteTimezone}
        error={fieldErrorOf(error, 'siteTimezone', t)}
        onChange={(value) => onChange({ siteTimezone: value ?? siteTimezone })}
      />
    </>
  )
}

/**
 * True if the tag or its name contains the search text. Always true while the text is the selected
 * suggestion.
 */
function isFound(tag: string, search: string, selected: string, names: Intl.DisplayNames): boolean {
  if (search === selected && suggestedLanguages.includes(selected)) return true
  const typed = search.trim().toLowerCase()
  return `${tag} ${names.of(tag) ?? ''}`.toLowerCase().includes(typed)
}
