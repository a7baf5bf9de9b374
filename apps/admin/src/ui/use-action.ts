import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useErrorText } from './error-text.ts'
import { toastDone, toastFailed } from './toasts.tsx'

interface ActionOptions<A, R> {
  /** Names of the queries to invalidate. */
  readonly invalidates?: readonly string[]
  readonly done?: string | ((result: R) => string)
  readonly onDone?: (result: R, input: A) => void
  /** Handles an error. If it returns false, `useAction` shows the error as a short message. */
  readonly onFailed?: (error: unknown) => boolean
}

/** Runs an action of the user, invalidates the affected queries and shows the outcome. */
export function useAction<A = void, R = unknown>(
  work: (input: A) => Promise<R>,
  options: ActionOptions<A, R> = {},
) {
  const client = useQueryClient()
  const errorText = useErrorText()
  return useMutation<R, unknown, A>({
    mutationFn: work,
    onSuccess: async (result, input) => {
      const { invalidates = [], done, onDone } = options
      if (done) toastDone(typeof done === 'string' ? done : done(result))
      onDone?.(result, input)
      await Promise.all(invalidates.map((name) => client.invalidateQueries({ queryKey: [name] })))
    },
    onError: (error) => {
      if (!options.onFailed?.(error)) toastFailed(errorText(error))
    },
  })
}
