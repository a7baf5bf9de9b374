import { Button, Group, NumberInput, Paper, Stack, Switch, Textarea, TextInput, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { FormEvent, ReactNode } from 'react'
import { settingsQuery } from '../api/queries.ts'
import type { Settings } from '../api/types.ts'
import { useT } from '../i18n/i18n.ts'
import { useIsAdmin } from '../session/session.ts'
import { ErrorNote } from '../ui/error-note.tsx'
import { fieldErrorOf } from '../ui/error-text.ts'
import { Screen } from '../ui/screen.tsx'
import { Waiting } from '../ui/waiting.tsx'
import { ConfirmMoves } from './confirm-moves.tsx'
import { IdentityFields } from './identity-fields.tsx'
import { LocaleFields } from './locale-fields.tsx'
import { PermalinkFields } from './permalink-fields.tsx'
import { useSettingsForm } from './use-settings-form.ts'

export function SettingsScreen() {
  const t = useT()
  const { data, error, refetch } = useQuery(settingsQuery)
  return (
    <Screen title={t('settings.title')}>
      {error && <ErrorNote error={error} retry={() => void refetch()} />}
      {!data && !error && <Waiting />}
      {data && <SettingsForm stored={data} />}
    </Screen>
  )
}

function SettingsForm({ stored }: { readonly stored: Settings }) {
  const t = useT()
  const isAdmin = useIsAdmin()
  const { values, isChanged, set, save, check, moves, closeMoves, submit } = useSettingsForm(stored)
  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    submit()
  }
  return (
    <form onSubmit={onSubmit}>
      <Stack maw={680}>
        <Section title={t('settings.general')}>
          <GeneralFields values={values} error={save.error} onChange={set} />
        </Section>
        <Section title={t('settings.identity')}>
          <IdentityFields values={values} error={save.error} onChange={set} />
        </Section>
        <Section title={t('settings.addresses')}>
          <AddressFields values={values} error={save.error} onChange={set} />
          <PermalinkFields
            values={values}
            error={save.error ?? check.error}
            disabled={!isAdmin}
            onChange={set}
          />
        </Section>
        <Section title={t('settings.publishing')}>
          <PublishingFields values={values} error={save.error} onChange={set} />
        </Section>
        <Section title={t('settings.advanced')}>
          <AdvancedFields values={values} onChange={set} />
        </Section>
        <Group className="save-bar">
          <Button type="submit" loading={save.isPending || check.isPending} disabled={!isChanged}>
            {t('common.save')}
          </Button>
        </Group>
        {moves && (
          <ConfirmMoves
            check={moves}
            busy={save.isPending}
            onClose={closeMoves}
            onConfirm={() => save.mutate()}
          />
        )}
      </Stack>
    </form>
  )
}

interface FieldsProps {
  readonly values: Settings
  readonly error: unknown
  readonly onChange: (change: Partial<Settings>) => void
}

function GeneralFields({ values, error, onChange }: FieldsProps) {
  const text = useTextProps({ values, error, onChange })
  return (
    <>
      <TextInput {...text('siteTitle')} />
      <Textarea autosize {...text('siteDescription')} />
      <LocaleFields values={values} error={error} onChange={onChange} />
      <NumberFields values={values} error={error} onChange={onChange} />
    </>
  )
}

interface NumberFieldsProps {
  readonly values: Pick<Settings, 'postsPerPage' | 'rssEntryLimit'>
  readonly error: unknown
  readonly onChange: (change: Partial<Settings>) => void
}

function NumberFields({ values: { postsPerPage, rssEntryLimit }, error, onChange }: NumberFieldsProps) {
  const t = useT()
  return (
    <>
      <NumberInput
        label={t('settings.postsPerPage')}
        min={1}
        max={100}
        allowDecimal={false}
        maw={160}
        value={postsPerPage}
        error={fieldErrorOf(error, 'postsPerPage', t)}
        onChange={(value) => onChange({ postsPerPage: Number(value) })}
      />
      <NumberInput
        label={t('settings.rssEntryLimit')}
        description={t('settings.rssEntryLimitHint')}
        min={1}
        max={1000}
        allowDecimal={false}
        styles={{ wrapper: { maxWidth: 160 } }}
        value={rssEntryLimit}
        error={fieldErrorOf(error, 'rssEntryLimit', t)}
        onChange={(value) => onChange({ rssEntryLimit: Number(value) })}
      />
    </>
  )
}

function AddressFields({ values, error, onChange }: FieldsProps) {
  const t = useT()
  const text = useTextProps({ values, error, onChange })
  const toggle = useToggleProps({ values, onChange })
  return (
    <>
      <TextInput {...text('siteUrl', t('settings.siteUrlHint'))} />
      <TextInput {...text('staticBaseUrl', t('settings.staticBaseUrlHint'))} />
      <Switch {...toggle('staticCleanUrls')} />
    </>
  )
}

function PublishingFields({ values, error, onChange }: FieldsProps) {
  const t = useT()
  const isAdmin = useIsAdmin()
  const text = useTextProps({ values, error, onChange })
  const toggle = useToggleProps({ values, onChange })
  return (
    <>
      <Switch {...toggle('staticAutoPublish')} />
      <TextInput
        {...text('staticOutputDir', isAdmin ? undefined : t('settings.adminOnly'))}
        disabled={!isAdmin}
      />
    </>
  )
}

function AdvancedFields({ values, onChange }: Pick<FieldsProps, 'values' | 'onChange'>) {
  const t = useT()
  const isAdmin = useIsAdmin()
  const toggle = useToggleProps({ values, onChange })
  return (
    <>
      <Textarea
        label={t('settings.footerCode')}
        description={t('settings.footerCodeHint')}
        autosize
        minRows={3}
        styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)' } }}
        value={values.footerCode}
        onChange={({ currentTarget }) => onChange({ footerCode: currentTarget.value })}
      />
      <Switch {...toggle('allowRawHtml')} description={t('settings.allowRawHtmlHint')} disabled={!isAdmin} />
    </>
  )
}

/** Props of a text field with the label settings.<name>. */
function useTextProps({ values, error, onChange }: FieldsProps) {
  const t = useT()
  return (
    name: 'siteTitle' | 'siteDescription' | 'siteUrl' | 'staticBaseUrl' | 'staticOutputDir',
    description?: string,
  ) => ({
    label: t(`settings.${name}`),
    ...(description ? { description } : {}),
    value: values[name],
    error: fieldErrorOf(error, name, t),
    onChange: ({ currentTarget }: { currentTarget: { value: string } }) =>
      onChange({ [name]: currentTarget.value }),
  })
}

/** Props of a switch with the label settings.<name>. */
function useToggleProps({ values, onChange }: Pick<FieldsProps, 'values' | 'onChange'>) {
  const t = useT()
  return (name: 'staticCleanUrls' | 'staticAutoPublish' | 'allowRawHtml') => ({
    label: t(`settings.${name}`),
    checked: values[name],
    onChange: ({ currentTarget }: { currentTarget: { checked: boolean } }) =>
      onChange({ [name]: currentTarget.checked }),
  })
}

function Section({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <Paper withBorder p="lg" component="section">
      <Title order={2} size="h4" mb="md">
        {title}
      </Title>
      <Stack>{children}</Stack>
    </Paper>
  )
}
