import { expect, it } from 'vitest'
import { clientNetwork } from './client-network.ts'

it.each([
  ['192.0.2.7', '192.0.2.7'],
  ['::ffff:192.0.2.7', '192.0.2.7'],
  ['::FFFF:192.0.2.7', '192.0.2.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:DB8:1:2::6', '2001:db8:1:2::/64'],
  ['2001:0db8:0001:0002::', '2001:db8:1:2::/64'],
  ['2001:db8::1', '2001:db8:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['1:2:3', '1:2:3'],
  ['nonsense:::', 'nonsense:::'],
  ['', ''],
])('%j belongs to %j', (address, network) => {
  expect(clientNetwork(address)).toBe(network)
})
