import { Alert } from '@mantine/core'
import { ErrorNote } from '../ui/error-note.tsx'
import { IconAlertCircle } from '../ui/icons.ts'
import { NotSavedError } from './requests.ts'

/** Shows why an action failed. Shows `text` instead if the action did not run because saving failed. */
export function ActionError({ error, text }: { readonly error: unknown; readonly text: string }) {
  if (!error) return null
  if (!(error instanceof NotSavedError)) return <ErrorNote error={error} />
  return (
    <Alert role="alert" color="red" variant="light" icon={<IconAlertCircle aria-hidden />}>
      {text}
    </Alert>
  )
}
