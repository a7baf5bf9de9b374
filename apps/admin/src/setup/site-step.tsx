import { Button, Group, Stack, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { api, unwrap } from '../api/client.ts'
import { settingsQuery } from '../api/queries.ts'
import type { Settings } from '../api/types.ts'
import { useT } from '../i18n/i18n.ts'
import { unnamedSite } from '../settings/unnamed-site.ts'
import { ErrorNote } from '../ui/error-note.tsx'
import { fieldErrorOf } from '../ui/error-text.ts'
import { useAction } from '../ui/use-action.ts'
import { Waiting } from '../ui/waiting.tsx'
import type { StepProps } from './steps.ts'

export function SiteStep(props: StepProps) {
  const { data, error, refetch } = useQuery(settingsQuery)
  if (error) return <ErrorNote error={error} retry={() => void refetch()} />
  return data ? <SiteForm stored={data} {...props} /> : <Waiting />
}

function SiteForm({ stored, onDone }: StepProps & { readonly stored: Settings }) {
  const t = useT()
  const [siteTitle, setTitle] = useState(stored.siteTitle === unnamedSite ? '' : stored.siteTitle)
  const [siteDescription, setDescription] = useState(stored.siteDescription)
  const save = useSaveSite(onDone)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    save.mutate({ siteTitle: siteTitle.trim(), siteDescription: siteDescription.trim() })
  }
  return (
    <form onSubmit={submit}>
      <Stack>
        <TextInput
          label={t('settings.siteTitle')}
          required
          size="md"
          error={fieldErrorOf(save.error, 'siteTitle', t)}
          value={siteTitle}
          onChange={({ currentTarget }) => setTitle(currentTarget.value)}
        />
        <TextInput
          label={t('settings.siteDescription')}
          size="md"
          error={fieldErrorOf(save.error, 'siteDescription', t)}
          value={siteDescription}
          onChange={({ currentTarget }) => setDescription(currentTarget.value)}
        />
        <Group justify="flex-end" mt="sm">
          <Button variant="subtle" onClick={onDone}>
            {t('setup.skip')}
          </Button>
          <Button type="submit" loading={save.isPending} disabled={siteTitle.trim() === ''}>
            {t('setup.continue')}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}

type SiteText = Pick<Settings, 'siteTitle' | 'siteDescription'>

function useSaveSite(onDone: () => void) {
  const t = useT()
  return useAction((body: SiteText) => unwrap(api.PUT('/api/settings', { body })), {
    invalidates: ['settings', 'preview'],
    onDone,
    onFailed: (error) =>
      ['siteTitle', 'siteDescription'].some((name) => fieldErrorOf(error, name, t) !== undefined),
  })
}
