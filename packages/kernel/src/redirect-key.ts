/**
 * One key for the addresses `/a`, `/a/`, `/a/index.html` and `/%61`, which one page answers (contract.md#redirects).
 * Query and fragment do not count; doubled slashes are collapsed.
 */
export function redirectKey(path: string): string {
  const [plain = ''] = path.split(/[?#]/)
  const names = plain.split('/').filter((name) => name !== '')
  if (names.at(-1) === 'index.html') names.pop()
  return `/${names.map(decoded).join('/')}`
}

/** A name that is not valid percent-encoding stays as it is. */
function decoded(name: string): string {
  try {
    return decodeURIComponent(name)
  } catch {
    return name
  }
}
