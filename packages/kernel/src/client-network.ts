/**
 * Returns the network that counts as one client for limits: the /64 of an IPv6 address, or an IPv4 address
 * itself. `::ffff:192.0.2.7` counts as IPv4. All spellings of another IPv6 address give the same network.
 * Other text is only converted to lower case.
 */
export function clientNetwork(address: string): string {
  const text = address.toLowerCase()
  const mapped = /^::ffff:(\d{1,3}(?:\.\d{1,3}){3})$/.exec(text)?.[1]
  if (mapped) return mapped
  const groups = text.includes(':') ? leadingGroups(text) : undefined
  return groups ? `${groups.join(':')}::/64` : text
}

/** The first four groups of an IPv6 address; undefined if there are fewer, or one is not hexadecimal. */
function leadingGroups(text: string): string[] | undefined {
  const [head = '', tail] = text.replace(/%.*$/, '').split('::')
  const left = head === '' ? [] : head.split(':')
  const right = tail === undefined || tail === '' ? [] : tail.split(':')
  const missing = tail === undefined ? 0 : Math.max(0, 8 - left.length - right.length)
  const groups = [...left, ...Array<string>(missing).fill('0'), ...right].slice(0, 4)
  if (groups.length < 4 || groups.some((group) => !/^[0-9a-f]{1,4}$/.test(group))) return undefined
  return groups.map((group) => Number.parseInt(group, 16).toString(16))
}
