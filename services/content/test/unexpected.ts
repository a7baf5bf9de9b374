/** A `logError` that fails the test on any error. */
export const unexpected = (error: unknown): never => {
  throw error
}
