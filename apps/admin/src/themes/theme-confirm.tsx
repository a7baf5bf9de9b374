import { api, unwrap } from '../api/client.ts'
import type { Theme } from '../api/types.ts'
import { useT } from '../i18n/i18n.ts'
import { Confirm } from '../ui/confirm.tsx'
import { useAction } from '../ui/use-action.ts'

export const invalidatedByThemes = ['themes', 'settings', 'site']

export type ThemeAct = 'activate' | 'rollback' | 'delete'

interface ThemeConfirmProps {
  readonly theme: Theme
  readonly act: ThemeAct
  readonly opened: boolean
  readonly onClose: () => void
}

/** Asks for confirmation before a theme changes the site or is deleted. */
export function ThemeConfirm({ theme, act, opened, onClose }: ThemeConfirmProps) {
  const t = useT()
  const { name, info, active, previousVersion } = theme
  const params = { path: { themeName: name } }
  const values = { title: info.title, version: previousVersion ?? '' }
  const requests = {
    activate: {
      send: () => unwrap(api.POST('/api/themes/switch/{themeName}', { params })),
      done: t('themes.activated', values),
    },
    rollback: {
      send: () => unwrap(api.POST('/api/themes/rollback/{themeName}', { params })),
      done: t('themes.rolledBack', values),
    },
    delete: {
      send: () => unwrap(api.DELETE('/api/themes/{themeName}', { params })),
      done: t('themes.deleted', values),
    },
  }
  const request: { readonly send: () => Promise<unknown>; readonly done: string } = requests[act]
  const action = useAction(request.send, {
    invalidates: invalidatedByThemes,
    done: request.done,
    onDone: onClose,
  })
  const isInactiveRollback = act === 'rollback' && !active
  return (
    <Confirm
      opened={opened}
      title={t(`themes.request.${act}`, values)}
      label={
        act === 'rollback'
          ? t('themes.rollback', values)
          : t(act === 'delete' ? 'common.delete' : 'themes.activate')
      }
      color={act === 'delete' ? 'red' : 'brandGreen'}
      busy={action.isPending}
      onClose={onClose}
      onConfirm={() => action.mutate()}
    >
      {t(isInactiveRollback ? 'themes.askText.inactive' : `themes.askText.${act}`)}
    </Confirm>
  )
}
