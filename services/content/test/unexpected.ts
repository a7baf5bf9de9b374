/** `logError` for tests without unknown errors: such an error fails the test. */
export const unexpected = (error: unknown): never => {
  throw error
}
