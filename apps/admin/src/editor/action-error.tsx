import { Alert } from '@mantine/core'
import { ErrorNote } from '../ui/error-note.tsx'
import { IconAlertCircle } from '../ui/icons.ts'
import { NotSaved } from './requests.ts'

/** Why something was not done; `text` where the author's text had to be saved first and could not be. */
export function ActionError({ error, text }: { readonly error: unknown; readonly text: string }) {
  if (!error) return null
  if (!(error instanceof NotSaved)) return <ErrorNote error={error} />
  return (
    <Alert role="alert" color="red" variant="light" icon={<IconAlertCircle aria-hidden />}>
      {text}
    </Alert>
  )
}
