/** Short messages at the edge of the screen, announced to screen readers. */
import { Box, Notification, Portal } from '@mantine/core'
import { store, useStored } from '../store.ts'
import { IconAlertCircle, IconCheck } from './icons.ts'

interface Toast {
  readonly id: number
  readonly text: string
  readonly kind: 'done' | 'failed'
}

/** Milliseconds that a message is shown. Errors are shown longer. */
const durationMs = { done: 4_000, failed: 10_000 }

const toasts = store<readonly Toast[]>([])
let last = 0

const dismiss = (id: number) => toasts.set(toasts.get().filter((toast) => toast.id !== id))

function show(kind: Toast['kind'], text: string): void {
  last += 1
  const id = last
  toasts.set([...toasts.get(), { id, text, kind }])
  setTimeout(() => dismiss(id), durationMs[kind])
}

export const toastDone = (text: string): void => show('done', text)
export const toastFailed = (text: string): void => show('failed', text)

export function Toasts() {
  const visible = useStored(toasts)
  return (
    <Portal>
      <Box
        pos="fixed"
        bottom={16}
        right={16}
        left={{ base: 16, sm: 'auto' }}
        w={{ sm: 380 }}
        style={{ zIndex: 500 }}
        aria-live="polite"
        role="status"
      >
        {visible.map(({ id, text, kind }) => (
          <Notification
            key={id}
            mt="xs"
            withBorder
            color={kind === 'done' ? 'brandGreen' : 'red'}
            icon={
              kind === 'done' ? (
                <IconCheck size={18} aria-hidden />
              ) : (
                <IconAlertCircle size={18} aria-hidden />
              )
            }
            onClose={() => dismiss(id)}
          >
            {text}
          </Notification>
        ))}
      </Box>
    </Portal>
  )
}
