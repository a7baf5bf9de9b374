/**
 * Validates the names of archive entries. Unpacking writes no files under these names, but other services
 * show the names, serve files under them, and write files of the site under them.
 */

/** The reason to reject a name; undefined for a plain relative path. The name of a folder ends in a slash. */
export function pathError(name: string): string | undefined {
  if (name.includes('\\')) return 'has a backslash in its name'
  if (name.startsWith('/')) return 'has an absolute path'
  if (/^[a-z]:/i.test(name)) return 'names a drive'
  if (/[\p{Cc}\p{Cf}:]/u.test(name)) return 'has a forbidden character in its name'
  if (Buffer.byteLength(name) > 500) return 'has a path longer than 500 bytes'
  const segments = name.replace(/\/$/, '').split('/')
  if (segments.includes('..')) return 'leaves the package'
  if (segments.some((segment) => segment === '' || segment === '.')) return 'has an empty part in its path'
  if (segments.some((segment) => /[. ]$|^ /.test(segment)))
    return 'has a path segment that begins with a space, or ends with a space or dot'
  return undefined
}

/** Files that operating systems add to archives. */
export const isJunk = (name: string): boolean =>
  /^__MACOSX\/|(^|\/)(\.DS_Store|Thumbs\.db|desktop\.ini)$/.test(name)

/** A key that is equal for names that some file systems treat as the same. */
export const collisionKey = (path: string): string => path.normalize('NFC').toLowerCase().normalize('NFKC')

/** All ancestor folders of a path, and the path itself if its name is that of a folder. */
export function foldersOf(name: string): readonly string[] {
  const segments = name.split('/').slice(0, -1)
  return segments.map((_, index) => segments.slice(0, index + 1).join('/'))
}

const ownFolders = ['templates', 'assets', 'partials', 'custom']

/**
 * The single folder that contains all files, with a trailing slash. Empty if there is none, or if the folder
 * belongs to the theme, such as `assets/`.
 */
export function enclosingFolder(names: readonly string[]): string {
  const tops = new Set(names.map((name) => (name.includes('/') ? name.slice(0, name.indexOf('/') + 1) : '')))
  const [top = ''] = tops
  return tops.size === 1 && !ownFolders.includes(top.slice(0, -1)) ? top : ''
}
