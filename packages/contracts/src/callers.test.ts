import { expect, it } from 'vitest'
import { callingPairs, mayCall } from './callers.ts'

const user = () => ({ kind: 'user' })
const self = (name: string) => () => ({ kind: 'service', name })

it('the gateway may call every method, for users and for itself', () => {
  expect(mayCall('gateway', 'identity', 'DeleteUser', user)).toBe(true)
  expect(mayCall('gateway', 'content', 'ReadPosition', self('gateway'))).toBe(true)
})

it('the publisher may call only read methods, and only for itself', () => {
  expect(mayCall('publisher', 'content', 'StreamChanges', self('publisher'))).toBe(true)
  expect(mayCall('publisher', 'content', 'DeletePost', self('publisher'))).toBe(false)
  expect(mayCall('publisher', 'content', 'GetPost', user)).toBe(false)
  expect(mayCall('publisher', 'content', 'GetPost', self('gateway'))).toBe(false)
  expect(mayCall('publisher', 'themes', 'GetMenu', () => ({ kind: 'anonymous' }))).toBe(false)
})

it('the publisher may call only ListProfiles of identity', () => {
  expect(mayCall('publisher', 'identity', 'ListProfiles', self('publisher'))).toBe(true)
  expect(mayCall('publisher', 'identity', 'ListUsers', self('publisher'))).toBe(false)
  expect(mayCall('publisher', 'identity', 'ListProfiles', user)).toBe(false)
})

it('media may update posts and pages for users, and call read methods for itself', () => {
  expect(mayCall('media', 'content', 'UpdatePost', user)).toBe(true)
  expect(mayCall('media', 'content', 'UpdatePost', self('media'))).toBe(false)
  expect(mayCall('media', 'content', 'DeletePost', user)).toBe(false)
  expect(mayCall('media', 'content', 'GetPage', self('media'))).toBe(true)
})

it('services other than the gateway may call each other only if the table lists the pair', () => {
  expect(mayCall('content', 'identity', 'ListUsers', self('content'))).toBe(false)
  expect(mayCall('media', 'publisher', 'GetSiteStatus', self('media'))).toBe(false)
  expect(callingPairs.filter(([caller]) => caller !== 'gateway').map((pair) => pair.join(' → '))).toEqual([
    'publisher → identity',
    'media → content',
    'publisher → content',
    'publisher → media',
    'publisher → themes',
  ])
})
