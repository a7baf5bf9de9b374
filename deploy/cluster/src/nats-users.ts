/** NATS users of the cluster: one per service, each with its own password. */
import { randomBytes } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { type Installation, readerUser, usersConfig, usersOf } from '@typecase/messaging/nats-users'

/** A user for external consumers: may read events but not publish them. */
export const reader = 'typecase-reader'

export type Passwords = Readonly<Record<string, string>>

/** Writes a server configuration with these users and new passwords. */
export async function writeNatsUsers(file: string, installation: Installation = {}): Promise<Passwords> {
  const users = [...usersOf(installation), readerUser(reader, installation)]
  const passwords = Object.fromEntries(users.map(({ name }) => [name, randomBytes(24).toString('hex')]))
  await writeFile(file, usersConfig(users, passwords), { mode: 0o600 })
  return passwords
}

/** The URL with the credentials of a user. @throws Error for an unknown user */
export function urlOf(server: string, user: string, passwords: Passwords): string {
  const password = passwords[user]
  if (password === undefined) throw new Error(`NATS has no user ${user}`)
  const url = new URL(server)
  url.username = user
  url.password = password
  return url.href
}
