import { Alert } from '@mantine/core'
import { ErrorNote } from '../ui/error-note.tsx'
import { IconAlertCircle } from '../ui/icons.ts'
import { NotSavedError } from './requests.ts'

/** Shows why an action failed. `text` replaces the message if unsaved text could not be saved first. */
export function ActionError({ error, text }: { readonly error: unknown; readonly text: string }) {
  if (!error) return null
  if (!(error instanceof NotSavedError)) return <ErrorNote error={error} />
  return (
    <Alert role="alert" color="red" variant="light" icon={<IconAlertCircle aria-hidden />}>
      {text}
    </Alert>
  )
}
