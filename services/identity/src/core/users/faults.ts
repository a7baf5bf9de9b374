/** The grammar of a user's fields (D3.1). */
import type { Problem } from '@typecase/kernel'

export interface UserFields {
  readonly username?: string | undefined
  readonly email?: string | undefined
  readonly password?: string | undefined
  readonly role?: string | undefined
}

/** Every fault of the fields that are given. */
export function userFaults({ username, email, password, role }: UserFields): Problem[] {
  const faults: Problem[] = []
  const check = (path: string, isGood: boolean, message: string) => {
    if (!isGood) faults.push({ path, message })
  }
  if (username !== undefined)
    check('username', isUsername(username), 'Username must be 2 to 64 letters, digits, dots, underscores or hyphens')
  if (email !== undefined) check('email', isEmail(email), 'Email must be a valid address')
  if (password !== undefined) check('password', isPassword(password), 'Password must have 8 to 200 characters')
  if (role !== undefined) check('role', isRole(role), 'Role must be admin or editor')
  return faults
}

export const isUsername = (text: string): boolean => /^[A-Za-z0-9._-]{2,64}$/.test(text)

/** The form that browsers accept in an email field, within the lengths of RFC 5321 and without empty atoms. */
export function isEmail(text: string): boolean {
  if (text.length > 254) return false
  const [local = '', domain = '', ...more] = text.split('@')
  if (more.length > 0 || local.length > 64) return false
  return local.split('.').every((atom) => /^[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+$/.test(atom)) && domain.split('.').every(isLabel)
}

const isLabel = (label: string): boolean => /^[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?$/.test(label)

/** Counted in code points, as a person counts. */
export function isPassword(text: string): boolean {
  // More UTF-16 units than 200 code points can have: not worth counting.
  if (text.length > 400) return false
  const length = [...text].length
  return length >= 8 && length <= 200
}

export const isRole = (text: string): text is 'admin' | 'editor' => text === 'admin' || text === 'editor'
