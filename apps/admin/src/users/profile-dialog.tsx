import { Alert, Button, Modal, Stack } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { ApiError, api, unwrap } from '../api/client.ts'
import type { Profile } from '../api/types.ts'
import { useT } from '../i18n/i18n.ts'
import { useMe } from '../session/session.ts'
import { useErrorText } from '../ui/error-text.ts'
import { useAction } from '../ui/use-action.ts'
import { ProfileFields, profileChange } from './profile-fields.tsx'

export function ProfileDialog({ onClose }: { readonly onClose: () => void }) {
  const t = useT()
  const me = useMe()
  const errorText = useErrorText()
  const [changes, setChanges] = useState<Partial<Profile>>({})
  const params = { path: { id: me.id } }
  const save = useAction(() => unwrap(api.PUT('/api/users/{id}', { params, body: profileChange(changes) })), {
    invalidates: ['users', 'me'],
    done: t('profile.saved'),
    onDone: onClose,
    onFailed: () => true,
  })
  const isShownInField = save.error instanceof ApiError && save.error.details.length > 0
  const submit = (event: FormEvent) => {
    event.preventDefault()
    save.mutate()
  }
  return (
    <Modal opened onClose={onClose} title={t('profile.title')}>
      <form onSubmit={submit}>
        <Stack>
          {save.error != null && !isShownInField && (
            <Alert color="red" variant="light" role="alert">
              {errorText(save.error)}
            </Alert>
          )}
          <ProfileFields
            values={{ ...me, ...changes }}
            error={save.error}
            onChange={(change) => setChanges((before) => ({ ...before, ...change }))}
          />
          <Button type="submit" loading={save.isPending} disabled={Object.keys(changes).length === 0}>
            {t('common.save')}
          </Button>
        </Stack>
      </form>
    </Modal>
  )
}
