/** Runs `run` after `pauseMs` without a `call`, at the latest `atMostMs` after the first `call`. */
export function debounced(pauseMs: number, atMostMs: number, run: () => void) {
  let timer: ReturnType<typeof setTimeout> | undefined
  let first: number | undefined
  const cancel = () => {
    clearTimeout(timer)
    timer = undefined
    first = undefined
  }
  return {
    call() {
      const now = Date.now()
      first ??= now
      clearTimeout(timer)
      const wait = Math.max(0, Math.min(pauseMs, first + atMostMs - now))
      timer = setTimeout(() => {
        cancel()
        run()
      }, wait)
    },
    cancel,
    isPending: () => timer !== undefined,
  }
}
