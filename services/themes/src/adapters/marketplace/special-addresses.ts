/** Decides whether outbound requests may connect to an address: only to those of the public internet. */
import { BlockList, isIP, isIPv4 } from 'node:net'

/** IPv4 ranges that requests must not reach: IANA special-purpose, multicast and reserved addresses. */
const specialV4 = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.31.196.0', 24],
  ['192.52.193.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['192.175.48.0', 24],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
] as const

/** The only IPv6 range that requests may reach. Ranges outside it may embed IPv4 addresses. */
const globalV6 = ['2000::', 3] as const
/** Ranges within `globalV6` that requests must not reach. */
const specialV6 = [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['2620:4f:8000::', 48],
  ['3fff::', 20],
] as const

const listOf = (ranges: readonly (readonly [string, number])[], family: 'ipv4' | 'ipv6'): BlockList => {
  const list = new BlockList()
  for (const [network, prefix] of ranges) list.addSubnet(network, prefix, family)
  return list
}
const [blockedV4, allowedV6, blockedV6] = [
  listOf(specialV4, 'ipv4'),
  listOf([globalV6], 'ipv6'),
  listOf(specialV6, 'ipv6'),
]

/** True for an IP address of the public internet. False for addresses with a zone and for any other text. */
export function isPublicAddress(address: string): boolean {
  if (isIPv4(address)) return !blockedV4.check(address, 'ipv4')
  if (isIP(address) !== 6 || address.includes('%')) return false
  return allowedV6.check(address, 'ipv6') && !blockedV6.check(address, 'ipv6')
}
