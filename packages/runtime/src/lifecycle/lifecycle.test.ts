import { describe, expect, it } from 'vitest'
import { createLogger } from '../log/index.ts'
import { type Part, service } from './index.ts'

const log = createLogger('test', 'silent')

function parts(names: string[], failing: { start?: string; stop?: string } = {}) {
  const calls: string[] = []
  const made: Part[] = names.map((name) => ({
    name,
    start: async () => {
      calls.push(`start ${name}`)
      if (failing.start === name) throw new Error(`${name} can't start`)
    },
    stop: async () => {
      calls.push(`stop ${name}`)
      if (failing.stop === name) throw new Error(`${name} can't stop`)
    },
  }))
  return { calls, whole: service('whole', log, made) }
}

describe('service', () => {
  it('starts the last part first and stops the first part first', async () => {
    const { calls, whole } = parts(['server', 'consumer', 'pool'])
    await whole.start()
    await whole.stop()
    expect(calls).toEqual(['start pool', 'start consumer', 'start server', 'stop server', 'stop consumer', 'stop pool'])
  })

  it('stops what had started, and the part that failed, when a start fails', async () => {
    const { calls, whole } = parts(['server', 'consumer', 'pool'], { start: 'consumer' })
    await expect(whole.start()).rejects.toThrow("consumer can't start")
    expect(calls).toEqual(['start pool', 'start consumer', 'stop consumer', 'stop pool'])
  })

  it('stops the rest when one part does not stop cleanly, and stops nothing twice', async () => {
    const { calls, whole } = parts(['server', 'pool'], { stop: 'server' })
    await whole.start()
    await whole.stop()
    await whole.stop()
    expect(calls.slice(2)).toEqual(['stop server', 'stop pool'])
  })
})
