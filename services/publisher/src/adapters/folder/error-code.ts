export const codeOf = (error: unknown): unknown =>
  error instanceof Error && 'code' in error ? error.code : undefined

export const isAbsent = (error: unknown): boolean =>
  ['ENOENT', 'EINVAL', 'ENOTDIR'].includes(String(codeOf(error)))

export function absent(error: unknown): undefined {
  if (!isAbsent(error)) throw error
}
