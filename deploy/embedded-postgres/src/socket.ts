/** The server's Unix socket, which costs clients half as much as TCP. */
import { readdir, rm } from 'node:fs/promises'
import { join, resolve } from 'node:path'

const prefix = '.s.PGSQL.'
/** Maximum length of a socket path, in bytes. */
const longestPath = 107

/**
 * Folder of the socket: the data folder, which only root and the server's account can access. Undefined
 * without sockets, for long paths, and for paths that `unix_socket_directories` would split.
 */
export function socketFolder(dataDir: string, port: number): string | undefined {
  const folder = resolve(dataDir)
  if (process.platform === 'win32' || /[,"'\\]/.test(folder)) return undefined
  return Buffer.byteLength(join(folder, `${prefix}${port}`)) <= longestPath ? folder : undefined
}

/** The same database by the socket in that folder. */
export function withSocket(url: string, folder: string): string {
  const address = new URL(url)
  address.searchParams.set('host', folder)
  return address.href
}

/** Deletes sockets of a killed server, whose lock files would prevent the next start. */
export async function removeStaleSockets(dataDir: string): Promise<void> {
  for (const name of await readdir(dataDir))
    if (name.startsWith(prefix)) await rm(join(dataDir, name), { force: true })
}
