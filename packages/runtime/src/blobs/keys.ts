import { AppError } from '@typecase/kernel'

/**
 * Requires a key that every store supports. The key has at most 900 bytes of composed Unicode (NFC), without
 * backslashes and control characters. Its parts are separated by `/` and have at most 240 bytes; each of
 * `% + < > : " | ? *` counts as three bytes. No part is empty, `.` or `..`.
 * @throws INVALID_BLOB_KEY
 */
export function checkedKey(key: string): string {
  for (const part of key.split('/')) {
    if (part === '') throw invalidKey(key, 'must not have an empty part')
    if (part === '.' || part === '..') throw invalidKey(key, 'must not have the part "." or ".."')
    if (Buffer.byteLength(escapedPart(part)) > 240)
      throw invalidKey(key, 'must have parts of at most 240 bytes')
  }
  return checkedText(key)
}

/** Returns the prefix if keys can begin with it. @throws INVALID_BLOB_KEY */
export function checkedPrefix(prefix: string): string {
  const [last, ...whole] = prefix.split('/').reverse()
  if (whole.includes('') || whole.includes('.') || whole.includes('..') || last === '..')
    throw invalidKey(prefix, 'must not have a part that is empty, "." or ".."')
  return checkedText(prefix)
}

/** The part as a file name. Encodes `+`, and characters that some file systems refuse. */
export const escapedPart = (part: string): string =>
  part.replace(/[%+<>:"|?*]/g, (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`)

export const unescapedPart = (name: string): string =>
  name.replace(/%([0-9A-F]{2})/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))

function checkedText(text: string): string {
  if (/[\\\p{Cc}\p{Cs}]/u.test(text))
    throw invalidKey(text, 'must not have a backslash, a control character or a lone surrogate')
  if (text.normalize('NFC') !== text) throw invalidKey(text, 'must be in Unicode normalization form C (NFC)')
  if (Buffer.byteLength(text) > 900) throw invalidKey(text, 'must have at most 900 bytes')
  return text
}

const invalidKey = (key: string, rule: string): AppError =>
  new AppError('invalid', 'INVALID_BLOB_KEY', `A storage key ${rule}`, { fields: { key: key.slice(0, 200) } })
