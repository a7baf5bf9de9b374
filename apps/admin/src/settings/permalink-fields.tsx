/** Fields for the permalinks of posts and pages. */
import { Switch, TextInput } from '@mantine/core'
import type { Settings } from '../api/types.ts'
import { useT } from '../i18n/i18n.ts'
import { fieldErrorOf } from '../ui/error-text.ts'

type Permalinks = Pick<Settings, 'permalinkPost' | 'permalinkPage' | 'redirectPages'>

interface PermalinkFieldsProps {
  readonly values: Permalinks
  readonly error: unknown
  readonly disabled: boolean
  readonly onChange: (change: Partial<Permalinks>) => void
}

export function PermalinkFields({ values, error, disabled, onChange }: PermalinkFieldsProps) {
  const t = useT()
  return (
    <>
      {(['permalinkPost', 'permalinkPage'] as const).map((name) => (
        <TextInput
          key={name}
          label={t(`settings.${name}`)}
          description={t(disabled ? 'settings.adminOnly' : `settings.${name}Hint`)}
          disabled={disabled}
          value={values[name]}
          error={fieldErrorOf(error, name, t)}
          onChange={({ currentTarget }) => onChange({ [name]: currentTarget.value })}
        />
      ))}
      <Switch
        label={t('settings.redirectPages')}
        description={t('settings.redirectPagesHint')}
        checked={values.redirectPages}
        onChange={({ currentTarget }) => onChange({ redirectPages: currentTarget.checked })}
      />
    </>
  )
}
