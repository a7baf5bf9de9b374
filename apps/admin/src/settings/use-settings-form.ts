import { useState } from 'react'
import { ApiError, api, unwrap } from '../api/client.ts'
import type { PermalinkCheck, Settings, SettingsChange } from '../api/types.ts'
import { useT } from '../i18n/i18n.ts'
import { filledLinks } from '../ui/links-field.tsx'
import { useAction } from '../ui/use-action.ts'

/**
 * Holds the values of the form, checks changed permalinks and saves. Sends only changed settings, so that two
 * users can change different ones at the same time.
 */
export function useSettingsForm(stored: Settings) {
  const t = useT()
  const [changes, setChanges] = useState<Partial<Settings>>({})
  const save = useAction(() => unwrap(api.PUT('/api/settings', { body: withoutEmptyLinks(changes) })), {
    invalidates: ['settings', 'site'],
    done: t('settings.saved'),
    onDone: () => {
      setChanges({})
      setMoves(undefined)
    },
  })
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
  return {
    values: { ...stored, ...changes },
    isChanged: isChanged(stored, changes),
    set: (change: Partial<Settings>) => setChanges((before) => ({ ...before, ...change })),
    save,
    check,
    /** The result of the permalink check, until the settings are saved or the user cancels. */
    moves,
    closeMoves: () => setMoves(undefined),
    /** Checks changed permalinks first. */
    submit: () => (isMoving(stored, changes) ? check.mutate() : save.mutate()),
  }
}

const isChanged = (stored: Settings, changes: Partial<Settings>): boolean =>
  Object.entries(changes).some(
    ([name, value]) => JSON.stringify(stored[name as keyof Settings]) !== JSON.stringify(value),
  )

/** True if the changes contain other permalinks than the stored ones. */
const isMoving = (stored: Settings, { permalinkPost, permalinkPage }: Partial<Settings>): boolean =>
  (permalinkPost ?? stored.permalinkPost) !== stored.permalinkPost ||
  (permalinkPage ?? stored.permalinkPage) !== stored.permalinkPage

const withoutEmptyLinks = ({ socialLinks, ...others }: Partial<Settings>): SettingsChange =>
  socialLinks ? { ...others, socialLinks: filledLinks(socialLinks) } : others
