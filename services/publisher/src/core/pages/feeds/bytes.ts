export const utf8 = new TextEncoder()

/**
 * Concatenates UTF-8 texts. Parts that stay the same between builds are encoded only once. The result is
 * transferred to the disk thread; a string would be copied and encoded again.
 */
export function joined(parts: readonly Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(parts.reduce((length, part) => length + part.length, 0))
  let at = 0
  for (const part of parts) {
    whole.set(part, at)
    at += part.length
  }
  return whole
}
