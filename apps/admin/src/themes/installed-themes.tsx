import { Badge, Button, List, SimpleGrid, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api, unwrap } from '../api/client.ts'
import { themesQuery, themeUpdatesQuery } from '../api/queries.ts'
import type { Theme, ThemeUpdate } from '../api/types.ts'
import { useT } from '../i18n/i18n.ts'
import { ErrorNote } from '../ui/error-note.tsx'
import { useAction } from '../ui/use-action.ts'
import { Waiting } from '../ui/waiting.tsx'
import { ThemeCard } from './theme-card.tsx'
import { invalidatedByThemes, type ThemeAct, ThemeConfirm } from './theme-confirm.tsx'
import { ThemePreview } from './theme-preview.tsx'

export function InstalledThemes() {
  const { data, error, refetch } = useQuery(themesQuery)
  const updates = useQuery(themeUpdatesQuery).data?.data ?? []
  if (error) return <ErrorNote error={error} retry={() => void refetch()} />
  if (!data) return <Waiting />
  const themes = data.data.toSorted(
    (a, b) => Number(b.active) - Number(a.active) || a.info.title.localeCompare(b.info.title),
  )
  return (
    <SimpleGrid cols={{ base: 1, sm: 2, lg: 3 }}>
      {themes.map((theme) => (
        <InstalledTheme
          key={theme.name}
          theme={theme}
          update={updates.find(({ name }) => name === theme.name)}
        />
      ))}
    </SimpleGrid>
  )
}

interface InstalledThemeProps {
  readonly theme: Theme
  readonly update: ThemeUpdate | undefined
}

function InstalledTheme({ theme, update }: InstalledThemeProps) {
  const t = useT()
  const { info } = theme
  return (
    <ThemeCard
      title={info.title}
      description={info.description}
      version={t('themes.version', { version: info.version, author: info.author })}
      colors={info.colors}
      tags={info.tags}
      note={theme.active && <Badge tt="none">{t('themes.active')}</Badge>}
    >
      <Changes changes={update?.changelog[update.latestVersion] ?? []} />
      <ThemeActions theme={theme} update={update} />
    </ThemeCard>
  )
}

function ThemeActions({ theme, update }: InstalledThemeProps) {
  const t = useT()
  const [act, setAct] = useState<ThemeAct>('activate')
  const [isAsking, asking] = useDisclosure(false)
  const { active, bundled, previousVersion } = theme
  const ask = (next: ThemeAct) => {
    setAct(next)
    asking.open()
  }
  return (
    <>
      <PreviewAction theme={theme} onActivate={() => ask('activate')} />
      {!active && (
        <Button size="xs" onClick={() => ask('activate')}>
          {t('themes.activate')}
        </Button>
      )}
      <UpdateAction theme={theme} update={update} />
      {previousVersion && (
        <Button size="xs" variant="default" onClick={() => ask('rollback')}>
          {t('themes.rollback', { version: previousVersion })}
        </Button>
      )}
      {!active && !bundled && (
        <Button size="xs" variant="subtle" color="red" onClick={() => ask('delete')}>
          {t('common.delete')}
        </Button>
      )}
      {bundled && (
        <Text size="xs" c="dimmed">
          {t('themes.bundled')}
        </Text>
      )}
      <ThemeConfirm theme={theme} act={act} opened={isAsking} onClose={asking.close} />
    </>
  )
}

interface PreviewActionProps {
  readonly theme: Theme
  readonly onActivate: () => void
}

/** Opens the preview of an inactive theme. */
function PreviewAction({ theme, onActivate }: PreviewActionProps) {
  const t = useT()
  const [isShown, preview] = useDisclosure(false)
  return (
    <>
      {!theme.active && (
        <Button size="xs" variant="light" onClick={preview.open}>
          {t('themes.preview')}
        </Button>
      )}
      {isShown && (
        <ThemePreview
          theme={theme}
          onClose={preview.close}
          onActivate={() => {
            preview.close()
            onActivate()
          }}
        />
      )}
    </>
  )
}

/** Installs the update from the marketplace, if there is one. */
function UpdateAction({ theme: { name, info }, update }: InstalledThemeProps) {
  const t = useT()
  const updateTheme = useAction(
    () =>
      unwrap(
        api.POST('/api/themes/marketplace/update', { body: { themeName: update?.marketplaceName ?? name } }),
      ),
    {
      invalidates: invalidatedByThemes,
      done: t('themes.updated', { title: info.title }),
    },
  )
  if (!update) return null
  return (
    <Button size="xs" variant="light" loading={updateTheme.isPending} onClick={() => updateTheme.mutate()}>
      {t('themes.update', { version: update.latestVersion })}
    </Button>
  )
}

function Changes({ changes }: { readonly changes: readonly string[] }) {
  const t = useT()
  if (changes.length === 0) return null
  return (
    <div>
      <Text size="sm" fw={600}>
        {t('themes.changes')}
      </Text>
      <List size="sm">
        {changes.map((change) => (
          <List.Item key={change}>{change}</List.Item>
        ))}
      </List>
    </div>
  )
}
