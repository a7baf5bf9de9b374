/** Runs asynchronous functions one at a time, in the order of the calls. */
export function oneAtATime(): <T>(work: () => Promise<T>) => Promise<T> {
  let previous: Promise<unknown> = Promise.resolve()
  return (work) => {
    const next = previous.then(work)
    previous = next.catch(() => undefined)
    return next
  }
}
