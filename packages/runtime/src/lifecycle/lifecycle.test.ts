import { describe, expect, it } from 'vitest'
import { ConfigError } from '../config/index.ts'
import { createLogger } from '../log/index.ts'
import { closing, lingering, migrating, type Part, runService, service } from './index.ts'

const log = createLogger('test', 'silent')

function parts(names: string[], failing: { start?: string; stop?: string } = {}) {
  const calls: string[] = []
  const list: Part[] = names.map((name) => ({
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
  return { calls, whole: service('whole', log, list) }
}

describe('service', () => {
  it('starts the last part first and stops the first part first', async () => {
    const { calls, whole } = parts(['server', 'consumer', 'pool'])
    await whole.start()
    await whole.stop()
    expect(calls).toEqual([
      'start pool',
      'start consumer',
      'start server',
      'stop server',
      'stop consumer',
      'stop pool',
    ])
  })

  it('stops the started parts, and the failed one, after a failed start', async () => {
    const { calls, whole } = parts(['server', 'consumer', 'pool'], { start: 'consumer' })
    await expect(whole.start()).rejects.toThrow("consumer can't start")
    expect(calls).toEqual(['start pool', 'start consumer', 'stop consumer', 'stop pool'])
  })

  it('stops all other parts if one fails to stop, and stops no part twice', async () => {
    const { calls, whole } = parts(['server', 'pool'], { stop: 'server' })
    await whole.start()
    await whole.stop()
    await whole.stop()
    expect(calls.slice(2)).toEqual(['stop server', 'stop pool'])
  })
})

describe('leave', () => {
  it('is called before any part stops, even on a part of a nested service', async () => {
    const { calls, whole } = parts(['server', 'pool'])
    const health: Part = {
      name: 'health',
      start: async () => undefined,
      stop: async () => undefined,
      leave: () => calls.push('leave'),
    }
    const outer = service('outer', log, [lingering(1), whole, service('inner', log, [health])])
    await outer.start()
    await outer.stop()
    expect(calls.slice(2, 5)).toEqual(['leave', 'stop server', 'stop pool'])
  })
})

describe('the command migrate', () => {
  const build = (migrate: (calls: string[]) => Promise<void>) => {
    const calls: string[] = []
    const server: Part = {
      name: 'server',
      start: async () => void calls.push('start'),
      stop: async () => void calls.push('stop'),
    }
    const close = closing('pool', async () => void calls.push('close'))
    return { calls, whole: service('whole', log, [server, migrating(() => migrate(calls)), close]) }
  }

  it('migrates the schema, starts nothing else and closes every connection', async () => {
    const { calls, whole } = build(async (log) => void log.push('migrate'))
    await runService(whole, log, ['migrate'])
    expect(calls).toEqual(['migrate', 'close'])
  })

  it('fails with the error of the migration, and closes every connection', async () => {
    const { calls, whole } = build(() => Promise.reject(new Error('permission denied')))
    await expect(runService(whole, log, ['migrate'])).rejects.toThrow('permission denied')
    expect(calls).toEqual(['close'])
  })

  it.each([[['migrat']], [['migrate', 'now']]])('is the only command: %j is refused', async (words) => {
    const { calls, whole } = build(async () => undefined)
    await expect(runService(whole, log, words)).rejects.toThrow(ConfigError)
    expect(calls).toEqual([])
  })
})
