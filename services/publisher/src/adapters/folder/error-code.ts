export const codeOf = (error: unknown): unknown =>
  error instanceof Error && 'code' in error ? error.code : undefined

/** True if a path does not exist. `readlink` fails with EINVAL if the path is not a link. */
export const isAbsent = (error: unknown): boolean =>
  ['ENOENT', 'EINVAL', 'ENOTDIR'].includes(String(codeOf(error)))

export function absent(error: unknown): undefined {
  if (!isAbsent(error)) throw error
}

/** The result of the step; undefined if a path does not exist. */
export function ifPresent<T>(step: () => T): T | undefined {
  try {
    return step()
  } catch (error) {
    return absent(error)
  }
}
