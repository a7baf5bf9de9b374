/**
 * Returns the same key for `/a`, `/a/`, `/a/index.html` and `/%61` (contract.md#redirects). Ignores the query
 * and the fragment, and collapses repeated slashes.
 */
export function redirectKey(path: string): string {
  const [plain = ''] = path.split(/[?#]/)
  const names = plain.split('/').filter((name) => name !== '')
  if (names.at(-1) === 'index.html') names.pop()
  return `/${names.map(decoded).join('/')}`
}

/** Decodes percent-encoding; returns a name with invalid percent-encoding unchanged. */
function decoded(name: string): string {
  try {
    return decodeURIComponent(name)
  } catch {
    return name
  }
}
