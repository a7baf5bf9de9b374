import { Button, Group, NumberInput, Paper, Stack, Switch, Textarea, TextInput, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, type ReactNode, useState } from 'react'
import { ApiError, api, unwrap } from '../api/client.ts'
import { settingsQuery } from '../api/queries.ts'
import type { PermalinkCheck, Settings, SettingsChange } from '../api/types.ts'
import { useT } from '../i18n/i18n.ts'
import { useIsAdmin } from '../session/session.ts'
import { ErrorNote } from '../ui/error-note.tsx'
import { fieldErrorOf } from '../ui/error-text.ts'
import { filledLinks } from '../ui/links-field.tsx'
import { Screen } from '../ui/screen.tsx'
import { useAction } from '../ui/use-action.ts'
import { Waiting } from '../ui/waiting.tsx'
import { ConfirmMoves } from './confirm-moves.tsx'
import { IdentityFields } from './identity-fields.tsx'
import { LocaleFields } from './locale-fields.tsx'
import { PermalinkFields } from './permalink-fields.tsx'

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

/** Sends only changed settings, so that two users can change different ones at the same time. */
function SettingsForm({ stored }: { readonly stored: Settings }) {
  const t = useT()
  const isAdmin = useIsAdmin()
  const [changes, setChanges] = useState<Partial<Settings>>({})
  const values = { ...stored, ...changes }
  const set = (change: Partial<Settings>) => setChanges((before) => ({ ...before, ...change }))
  const save = useAction(() => unwrap(api.PUT('/api/settings', { body: withoutEmptyLinks(changes) })), {
    invalidates: ['settings', 'site'],
    done: t('settings.saved'),
    onDone: () => {
      setChanges({})
      setMoves(undefined)
    },
  })
  const isChanged = Object.entries(changes).some(
    ([name, value]) => JSON.stringify(stored[name as keyof Settings]) !== JSON.stringify(value),
  )
  const [moves, setMoves] = useState<PermalinkCheck>()
  const { permalinkPost, permalinkPage } = changes
  const check = useAction(
    (): Promise<PermalinkCheck> =>
      unwrap(api.POST('/api/redirects/check', { body: { permalinkPost, permalinkPage } })),
    {
      onDone: (found) => (found.moved + found.collisions > 0 ? setMoves(found) : save.mutate()),
      onFailed: (error) => error instanceof ApiError && error.status === 400,
    },
  )
  const failure = save.error ?? check.error
  const isMoving =
    (permalinkPost ?? stored.permalinkPost) !== stored.permalinkPost ||
    (permalinkPage ?? stored.permalinkPage) !== stored.permalinkPage
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (isMoving) check.mutate()
    else save.mutate()
  }
  const text = (
    name: 'siteTitle' | 'siteDescription' | 'siteUrl' | 'staticBaseUrl' | 'staticOutputDir',
    description?: string,
  ) => ({
    label: t(`settings.${name}`),
    ...(description ? { description } : {}),
    value: values[name],
    error: fieldErrorOf(save.error, name, t),
    onChange: ({ currentTarget }: { currentTarget: { value: string } }) =>
      set({ [name]: currentTarget.value }),
  })
  const toggle = (name: 'staticCleanUrls' | 'staticAutoPublish' | 'allowRawHtml') => ({
    label: t(`settings.${name}`),
    checked: values[name],
    onChange: ({ currentTarget }: { currentTarget: { checked: boolean } }) =>
      set({ [name]: currentTarget.checked }),
  })
  return (
    <form onSubmit={submit}>
      <Stack maw={680}>
        <Section title={t('settings.general')}>
          <TextInput {...text('siteTitle')} />
          <Textarea autosize {...text('siteDescription')} />
          <LocaleFields values={values} error={save.error} onChange={set} />
          <NumberFields values={values} error={save.error} onChange={set} />
        </Section>
        <Section title={t('settings.identity')}>
          <IdentityFields values={values} error={save.error} onChange={set} />
        </Section>
        <Section title={t('settings.addresses')}>
          <TextInput {...text('siteUrl', t('settings.siteUrlHint'))} />
          <TextInput {...text('staticBaseUrl', t('settings.staticBaseUrlHint'))} />
          <Switch {...toggle('staticCleanUrls')} />
          <PermalinkFields values={values} error={failure} disabled={!isAdmin} onChange={set} />
        </Section>
        <Section title={t('settings.publishing')}>
          <Switch {...toggle('staticAutoPublish')} />
          <TextInput
            {...text('staticOutputDir', isAdmin ? undefined : t('settings.adminOnly'))}
            disabled={!isAdmin}
          />
        </Section>
        <Section title={t('settings.advanced')}>
          <Textarea
            label={t('settings.footerCode')}
            description={t('settings.footerCodeHint')}
            autosize
            minRows={3}
            styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)' } }}
            value={values.footerCode}
            onChange={({ currentTarget }) => set({ footerCode: currentTarget.value })}
          />
          <Switch
            {...toggle('allowRawHtml')}
            description={t('settings.allowRawHtmlHint')}
            disabled={!isAdmin}
          />
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
            onClose={() => setMoves(undefined)}
            onConfirm={() => save.mutate()}
          />
        )}
      </Stack>
    </form>
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

const withoutEmptyLinks = ({ socialLinks, ...others }: Partial<Settings>): SettingsChange =>
  socialLinks ? { ...others, socialLinks: filledLinks(socialLinks) } : others

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
