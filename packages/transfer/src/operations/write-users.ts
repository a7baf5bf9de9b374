/** Creates the users of an archive that the server does not have. */
import { type ApiClient, randomKey, unwrap, withKey } from '@typecase/client'
import { isUsername } from '@typecase/kernel'
import type { Author } from '../model.ts'
import { attempt, count, type ImportResult } from './import-result.ts'

/**
 * Creates users with a random password, which an administrator must replace. Authors without an email
 * address, or with an invalid username, do not become users. Without `keepsRoles`, new users are editors.
 */
export async function importUsers(
  client: ApiClient,
  users: readonly Author[],
  keepsRoles: boolean,
  result: ImportResult,
): Promise<void> {
  if (users.length === 0) return
  const { data } = await unwrap(client.GET('/api/users'))
  const existing = new Map<string, Existing>(data.map((user) => [folded(user.username), user]))
  for (const user of users) {
    const { username } = user
    const found = existing.get(folded(username))
    if (found) await completeUser(client, user, found, result)
    else
      await attempt(`user ${username}`, result, async () => {
        const created = await createUser(client, user, keepsRoles, result)
        if (created) existing.set(folded(username), created)
      })
  }
}

/** A user of the server, with the profile fields. */
interface Existing {
  readonly id: string
  readonly [field: string]: unknown
}

/** Creates a user with the profile of the archive; undefined for an author who cannot become a user. */
async function createUser(
  client: ApiClient,
  user: Author,
  keepsRoles: boolean,
  result: ImportResult,
): Promise<Existing | undefined> {
  const { username, email, role = 'editor' } = user
  if (email === undefined || !isUsername(username)) {
    count(result, 'users')
    return undefined
  }
  const password = randomKey() + randomKey()
  const body = { username, email, password, role: keepsRoles ? role : ('editor' as const) }
  const { data } = await unwrap(client.POST('/api/users', { body, headers: withKey(randomKey()) }))
  result.created += 1
  const profile = profileOf(user)
  if (!isEmpty(profile)) await writeProfile(client, data.id, user, result)
  return { ...profile, id: data.id }
}

/** Writes the profile if the user has none: an earlier run may have stopped right after creating the user. */
async function completeUser(
  client: ApiClient,
  user: Author,
  existing: Existing,
  result: ImportResult,
): Promise<void> {
  if (isEmpty(profileOf(user)) || !isEmpty(profileOf(existing))) result.unchanged += 1
  else if (await writeProfile(client, existing.id, user, result)) result.replaced += 1
}

/** True if the server accepted the profile. Reports a refusal as a failure. */
async function writeProfile(
  client: ApiClient,
  id: string,
  user: Author,
  result: ImportResult,
): Promise<boolean> {
  let isWritten = false
  await attempt(`profile of ${user.username}`, result, async () => {
    await unwrap(client.PUT('/api/users/{id}', { params: { path: { id } }, body: profileOf(user) }))
    isWritten = true
  })
  return isWritten
}

type Profile = Partial<Record<(typeof profileFields)[number], never>>

/** contract.md#user-profiles. Archives must not change other fields, such as the password. */
const profileFields = ['displayName', 'bio', 'avatar', 'links'] as const

/** The fields with a value. */
const profileOf = (user: { readonly [field: string]: unknown }): Profile =>
  Object.fromEntries(profileFields.map((name) => [name, user[name]]).filter(([, value]) => !isBlank(value)))

const isEmpty = (profile: Profile): boolean => Object.keys(profile).length === 0

const isBlank = (value: unknown): boolean =>
  value === undefined || value === null || (Array.isArray(value) ? value.length === 0 : value === '')

const folded = (username: string): string => username.toLowerCase()
