import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useErrorText } from './error-text.ts'
import { toastDone, toastFailed } from './toasts.tsx'

interface ActionOptions<A, R> {
  /** The names of what it changes. */
  readonly forgets?: readonly string[]
  readonly done?: string | ((result: R) => string)
  readonly onDone?: (result: R, given: A) => void
  /** True when the failure has been shown already. */
  readonly onFailed?: (error: unknown) => boolean
}

/** Something a user does: what it changes is read anew, and how it went is told. */
export function useAction<A = void, R = unknown>(
  work: (given: A) => Promise<R>,
  options: ActionOptions<A, R> = {},
) {
  const client = useQueryClient()
  const errorText = useErrorText()
  return useMutation<R, unknown, A>({
    mutationFn: work,
    onSuccess: async (result, given) => {
      const { forgets = [], done, onDone } = options
      if (done) toastDone(typeof done === 'string' ? done : done(result))
      onDone?.(result, given)
      await Promise.all(forgets.map((name) => client.invalidateQueries({ queryKey: [name] })))
    },
    onError: (error) => {
      if (!options.onFailed?.(error)) toastFailed(errorText(error))
    },
  })
}
