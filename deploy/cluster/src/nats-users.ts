/** NATS users of the cluster: one per service, each with its own password. */
import { randomBytes } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { type Installation, readerUser, usersConfig, usersOf } from '@typecase/messaging/nats-users'

/** NATS user for external consumers. It may read events but not publish them. */
export const reader = 'typecase-reader'

export type Passwords = Readonly<Record<string, string>>

/** Writes a NATS configuration with all users and new passwords; returns the passwords by user. */
export async function writeNatsUsers(file: string, installation: Installation = {}): Promise<Passwords> {
  const users = [...usersOf(installation), readerUser(reader, installation)]
  const passwords = Object.fromEntries(users.map(({ name }) => [name, randomBytes(24).toString('hex')]))
  await writeFile(file, usersConfig(users, passwords), { mode: 0o600 })
  return passwords
}

/** The URL `server` with the credentials of a user. @throws Error for an unknown user */
export function urlOf(server: string, user: string, passwords: Passwords): string {
  const password = passwords[user]
  if (password === undefined) throw new Error(`NATS has no user ${user}`)
  const url = new URL(server)
  url.username = user
  url.password = password
  return url.href
}
