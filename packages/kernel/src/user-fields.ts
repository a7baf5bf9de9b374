/** Syntax of usernames, email addresses and passwords (contract.md#user-fields). */

export const usernameForm = /^[A-Za-z0-9._-]{2,64}$/

export const isUsername = (text: string): boolean => usernameForm.test(text)

/** Accepts the addresses that browsers accept, except those too long for RFC 5321 and those like `a..b@c`. */
export function isEmail(text: string): boolean {
  if (text.length > 254) return false
  const [local = '', domain = '', ...more] = text.split('@')
  if (more.length > 0 || local.length > 64) return false
  return (
    local.split('.').every((atom) => /^[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+$/.test(atom)) &&
    domain.split('.').every(isLabel)
  )
}

const isLabel = (label: string): boolean => /^[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?$/.test(label)

/** 8 to 200 code points. */
export function isPassword(text: string): boolean {
  // 200 code points have at most 400 UTF-16 units.
  if (text.length > 400) return false
  const length = [...text].length
  return length >= 8 && length <= 200
}
