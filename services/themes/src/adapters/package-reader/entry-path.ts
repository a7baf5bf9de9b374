/**
 * Names of entries, as the archive has them. A package never touches a disk under these names, yet whatever would be dangerous there is
 * refused: the paths are shown, served and written by others.
 */

/** Why an entry of that name is refused; undefined when it is a plain relative path. A folder's name ends in a slash. */
export function pathFault(name: string): string | undefined {
  if (name.includes('\\')) return 'has a backslash in its name'
  if (name.startsWith('/')) return 'has an absolute path'
  if (/^[a-z]:/i.test(name)) return 'names a drive'
  if (/[\p{Cc}\p{Cf}:]/u.test(name)) return 'has a forbidden character in its name'
  if (Buffer.byteLength(name) > 500) return 'has a path longer than 500 bytes'
  const segments = name.replace(/\/$/, '').split('/')
  if (segments.includes('..')) return 'leaves the package'
  if (segments.some((segment) => segment === '' || segment === '.')) return 'has an empty part in its path'
  if (segments.some((segment) => /[. ]$|^ /.test(segment)))
    return 'has a part that begins or ends with a blank or ends with a dot'
  return undefined
}

/** What computers leave behind in archives: no part of the theme. */
export const isJunk = (name: string): boolean =>
  /^__MACOSX\/|(^|\/)(\.DS_Store|Thumbs\.db|desktop\.ini)$/.test(name)

/** Equal for names that some file system takes for one. */
export const collisionKey = (path: string): string => path.normalize('NFC').toLowerCase().normalize('NFKC')

/** Every folder above a path, and the path itself when it is a folder. */
export function foldersOf(name: string): readonly string[] {
  const segments = name.split('/').slice(0, -1)
  return segments.map((_, index) => segments.slice(0, index + 1).join('/'))
}

const ownFolders = ['templates', 'assets', 'partials', 'custom']

/** The one folder that holds everything, with its slash; empty when there is none or it belongs to the theme. */
export function enclosingFolder(names: readonly string[]): string {
  const tops = new Set(names.map((name) => (name.includes('/') ? name.slice(0, name.indexOf('/') + 1) : '')))
  const [top = ''] = tops
  return tops.size === 1 && !ownFolders.includes(top.slice(0, -1)) ? top : ''
}
