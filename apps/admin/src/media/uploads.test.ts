import { expect, it } from 'vitest'
import { progressOf, type Upload } from './uploads.ts'

const upload = (state: Upload['state'], share = 0, size = 100): Upload => ({
  key: crypto.randomUUID(),
  file: new File([new Uint8Array(size)], 'photo.jpg'),
  state,
  share,
})

it('measures progress in bytes of all files', () => {
  const all = [upload('done', 1), upload('running', 0.5, 200), upload('queued'), upload('failed', 0.2)]
  expect(progressOf(all)).toEqual({ total: 4, done: 1, failed: [all[3]], isRunning: true, share: 0.6 })
})

it('reports completion when every file is uploaded or has failed', () => {
  expect(progressOf([upload('done', 1), upload('failed')])).toMatchObject({ isRunning: false, share: 1 })
  expect(progressOf([])).toMatchObject({ total: 0, isRunning: false, share: 0 })
})

it('counts empty files in the progress', () => {
  expect(progressOf([upload('queued', 0, 0)]).share).toBe(0)
  expect(progressOf([upload('failed', 0, 0)]).share).toBe(1)
})
