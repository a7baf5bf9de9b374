import { Button, Group, Radio, Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api, unwrap } from '../api/client.ts'
import { previewQuery, themesQuery } from '../api/queries.ts'
import type { Theme } from '../api/types.ts'
import { useT } from '../i18n/i18n.ts'
import { ErrorNote } from '../ui/error-note.tsx'
import { SiteFrame } from '../ui/site-frame.tsx'
import { useAction } from '../ui/use-action.ts'
import { Waiting } from '../ui/waiting.tsx'
import type { StepProps } from './steps.ts'

/** Selects an installed theme; previews it with a sample post. */
export function ThemeStep(props: StepProps) {
  const { data, error, refetch } = useQuery(themesQuery)
  if (error) return <ErrorNote error={error} retry={() => void refetch()} />
  return data ? <ThemeChoice themes={data.data} {...props} /> : <Waiting />
}

function ThemeChoice({ themes, onDone }: StepProps & { readonly themes: readonly Theme[] }) {
  const t = useT()
  const active = themes.find((theme) => theme.active)
  const [picked, setPicked] = useState<string>()
  const name = picked ?? active?.name ?? ''
  const selected = themes.find((theme) => theme.name === name)
  const activate = useAction(
    () => unwrap(api.POST('/api/themes/switch/{themeName}', { params: { path: { themeName: name } } })),
    {
      invalidates: ['themes', 'settings', 'preview'],
      onDone,
    },
  )
  const proceed = () => (name === active?.name ? onDone() : activate.mutate())
  return (
    <>
      <div className="setup-theme">
        <Radio.Group value={name} onChange={setPicked} label={t('setup.themes')}>
          <Stack gap="md" mt="sm">
            {themes.map((theme) => (
              <Radio
                key={theme.name}
                value={theme.name}
                label={theme.info.title}
                description={theme.info.description}
              />
            ))}
          </Stack>
        </Radio.Group>
        {selected && <Sample theme={selected} />}
      </div>
      <Group justify="flex-end" mt="lg">
        <Button loading={activate.isPending} onClick={proceed}>
          {t('setup.continue')}
        </Button>
      </Group>
    </>
  )
}

function Sample({ theme: { name, info } }: { readonly theme: Theme }) {
  const t = useT()
  const metadata = { title: t('setup.sampleTitle') }
  const { data, error } = useQuery(
    previewQuery({ type: 'post', metadata, content: t('setup.sampleText'), theme: name }),
  )
  return (
    <div className="setup-sample">
      {error ? (
        <ErrorNote error={error} />
      ) : data ? (
        <SiteFrame html={data.html} title={t('setup.themePreview', { title: info.title })} />
      ) : (
        <Waiting />
      )}
    </div>
  )
}
