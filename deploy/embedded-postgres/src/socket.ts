/** Unix socket of PostgreSQL. With it a client uses half as much CPU time per query as over TCP. */
import { readdir, rm } from 'node:fs/promises'
import { join, resolve } from 'node:path'

const prefix = '.s.PGSQL.'
/** Maximum length of a socket path, in bytes. */
const longestPath = 107

/**
 * Folder of the socket: the data folder, which only the server's account and root can enter. Undefined on
 * Windows and if the path of the socket is too long. Also undefined if the path contains a character that
 * separates or quotes paths in `unix_socket_directories`.
 */
export function socketFolder(dataDir: string, port: number): string | undefined {
  const folder = resolve(dataDir)
  if (process.platform === 'win32' || /[,"'\\]/.test(folder)) return undefined
  return Buffer.byteLength(join(folder, `${prefix}${port}`)) <= longestPath ? folder : undefined
}

/** The database URL, with the folder of the socket as its host. */
export function withSocket(url: string, folder: string): string {
  const address = new URL(url)
  address.searchParams.set('host', folder)
  return address.href
}

/** Deletes the socket and lock files of a killed server: the lock files would prevent the next start. */
export async function removeStaleSockets(dataDir: string): Promise<void> {
  for (const name of await readdir(dataDir))
    if (name.startsWith(prefix)) await rm(join(dataDir, name), { force: true })
}
