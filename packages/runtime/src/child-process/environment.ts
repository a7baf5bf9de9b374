/** Variables that third-party programs need: paths, language, time zone. None of our settings. */
const names = new Set([
  'PATH',
  'HOME',
  'USER',
  'LOGNAME',
  'SHELL',
  'LANG',
  'LANGUAGE',
  'TZ',
  'TMPDIR',
  'LD_LIBRARY_PATH',
  'DYLD_LIBRARY_PATH',
  // Windows cannot start a program without these.
  'SYSTEMROOT',
  'SYSTEMDRIVE',
  'WINDIR',
  'COMSPEC',
  'PATHEXT',
  'TEMP',
  'TMP',
  'USERPROFILE',
  'APPDATA',
  'LOCALAPPDATA',
])

/**
 * Environment of a third-party server. Only allowed names pass, because a secret can have any name, and users
 * who can read `/proc/PID/environ` must not see secrets.
 */
export function minimalEnvironment(env: NodeJS.ProcessEnv = process.env): NodeJS.ProcessEnv {
  const isAllowed = (name: string) => names.has(name.toUpperCase()) || name.startsWith('LC_')
  return Object.fromEntries(Object.entries(env).filter(([name]) => isAllowed(name)))
}
