/** Logo, icon, color and links of the site. */
import { ColorInput, Switch } from '@mantine/core'
import type { Settings } from '../api/types.ts'
import { useT } from '../i18n/i18n.ts'
import { MediaIdField } from '../media/media-id-field.tsx'
import { fieldErrorOf } from '../ui/error-text.ts'
import { LinksField } from '../ui/links-field.tsx'

type Identity = Pick<Settings, 'siteLogo' | 'siteIcon' | 'siteAccentColor' | 'socialLinks' | 'socialCards'>

interface IdentityFieldsProps {
  readonly values: Identity
  readonly error: unknown
  readonly onChange: (change: Partial<Identity>) => void
}

/** Maximum links in the API. */
const mostLinks = 20

export function IdentityFields({ values, error, onChange }: IdentityFieldsProps) {
  const t = useT()
  return (
    <>
      <MediaIdField
        label={t('settings.siteLogo')}
        value={values.siteLogo}
        look={{ mah: 72, w: 'auto', radius: 0 }}
        onChange={(siteLogo) => onChange({ siteLogo })}
      />
      <MediaIdField
        label={t('settings.siteIcon')}
        value={values.siteIcon}
        look={{ radius: 'md', w: 48, h: 48 }}
        onChange={(siteIcon) => onChange({ siteIcon })}
      />
      <ColorInput
        label={t('settings.siteAccentColor')}
        description={t('settings.siteAccentColorHint')}
        placeholder="#a8341b"
        format="hex"
        eyeDropperButtonProps={{ 'aria-label': t('settings.pickColor') }}
        maw={240}
        value={values.siteAccentColor}
        error={fieldErrorOf(error, 'siteAccentColor', t)}
        onChange={(siteAccentColor) => onChange({ siteAccentColor })}
      />
      <LinksField
        name="socialLinks"
        label={t('settings.socialLinks')}
        most={mostLinks}
        value={values.socialLinks}
        error={error}
        onChange={(socialLinks) => onChange({ socialLinks })}
      />
      <Switch
        label={t('settings.socialCards')}
        description={t('settings.socialCardsHint')}
        checked={values.socialCards}
        onChange={({ currentTarget }) => onChange({ socialCards: currentTarget.checked })}
      />
    </>
  )
}
