import { expect, it } from 'vitest'
import { sessionWatch } from './session-watch.ts'

it('checks each session once per second, and immediately if the session may have ended', async () => {
  let time = 0
  let mayRead = true
  const checked: string[] = []
  const watch = sessionWatch(() => time)
  const read = (token: string) =>
    watch.mayRead(token, async () => {
      checked.push(token)
      return mayRead
    })
  for (let stream = 0; stream < 8; stream++) expect(await read('a')).toBe(true)
  await read('b')
  expect(checked).toEqual(['a', 'b'])
  time += 1_000
  await read('a')
  expect(checked).toEqual(['a', 'b', 'a'])
  let notifications = 0
  const stop = watch.onRecheck(() => notifications++)
  mayRead = false
  watch.recheck()
  expect([notifications, await read('a')]).toEqual([1, false])
  stop()
  watch.recheck()
  expect(notifications).toBe(1)
})
