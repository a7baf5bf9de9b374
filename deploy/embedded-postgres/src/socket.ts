/** The server's Unix socket, which costs its clients half of what TCP costs them. */
import { readdir, rm } from 'node:fs/promises'
import { join, resolve } from 'node:path'

const prefix = '.s.PGSQL.'
/** Bytes of a path that the kernel takes for a socket. */
const longestPath = 107

/**
 * The folder of the socket: the data folder, which only the account of the server and root may enter. Undefined where
 * the path is too long or one that `unix_socket_directories` would split, or the platform has no such sockets.
 */
export function socketFolder(dataDir: string, port: number): string | undefined {
  const folder = resolve(dataDir)
  if (process.platform === 'win32' || /[,"'\\]/.test(folder)) return undefined
  return Buffer.byteLength(join(folder, `${prefix}${port}`)) <= longestPath ? folder : undefined
}

/** The same address by the socket in that folder. */
export function withSocket(url: string, folder: string): string {
  const address = new URL(url)
  address.searchParams.set('host', folder)
  return address.href
}

/** Removes the sockets that a server left behind when it was killed: their lock files would keep the next one from starting. */
export async function removeStaleSockets(dataDir: string): Promise<void> {
  for (const name of await readdir(dataDir))
    if (name.startsWith(prefix)) await rm(join(dataDir, name), { force: true })
}
