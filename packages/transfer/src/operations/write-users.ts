/** Creates the users of an archive that the system does not have. */
import { type ApiClient, randomKey, unwrap, withKey } from '@typecase/client'
import type { Author } from '../model.ts'
import { attempt, count, type ImportResult } from './import-result.ts'

/**
 * Users get a password that is not shown: an administrator sets one. Authors without an address, or with a
 * name that no user can have, stay names. Roles are taken over from an archive only.
 */
export async function importUsers(
  client: ApiClient,
  users: readonly Author[],
  keepsRoles: boolean,
  result: ImportResult,
): Promise<void> {
  if (users.length === 0) return
  const existing = new Set(
    (await unwrap(client.GET('/api/users'))).data.map(({ username }) => folded(username)),
  )
  for (const { username, email, role = 'editor', name: _name, sourceKey: _key, ...profile } of users) {
    if (existing.has(folded(username))) result.unchanged += 1
    else if (email === undefined || !usernameForm.test(username)) count(result, 'users')
    else
      await attempt(`user ${username}`, result, async () => {
        const password = randomKey() + randomKey()
        const body = { username, email, password, role: keepsRoles ? role : ('editor' as const) }
        const { data } = await unwrap(client.POST('/api/users', { body, headers: withKey(randomKey()) }))
        if (Object.keys(profile).length > 0)
          await unwrap(client.PUT('/api/users/{id}', { params: { path: { id: data.id } }, body: profile }))
        existing.add(folded(username))
        result.created += 1
      })
  }
}

/** contract.md#user-fields */
const usernameForm = /^[A-Za-z0-9._-]{2,64}$/

const folded = (username: string): string => username.toLowerCase()
