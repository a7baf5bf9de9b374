/** Validation of user fields (contract.md#user-fields). */
import { isEmail, isPassword, isUsername, type Problem } from '@typecase/kernel'
import { type ProfileChange, profileProblems } from './profile.ts'

export interface UserFields {
  readonly username?: string | undefined
  readonly email?: string | undefined
  readonly password?: string | undefined
  readonly role?: string | undefined
  readonly profile?: ProfileChange | undefined
}

export function userFieldErrors({ username, email, password, role, profile }: UserFields): Problem[] {
  const errors: Problem[] = []
  const check = (path: string, isGood: boolean, message: string) => {
    if (!isGood) errors.push({ path, message })
  }
  if (username !== undefined)
    check(
      'username',
      isUsername(username),
      'Username must be 2 to 64 letters, digits, dots, underscores or hyphens',
    )
  if (email !== undefined) check('email', isEmail(email), 'Email must be a valid address')
  if (password !== undefined)
    check('password', isPassword(password), 'Password must have 8 to 200 characters')
  if (role !== undefined) check('role', isRole(role), 'Role must be admin or editor')
  if (profile) errors.push(...profileProblems(profile))
  return errors
}

export const isRole = (text: string): text is 'admin' | 'editor' => text === 'admin' || text === 'editor'
