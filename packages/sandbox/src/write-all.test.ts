import { closeSync, mkdtempSync, openSync, readFileSync, rmSync, writevSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { writeAll } from './write-all.ts'

// May write less than given, like a system without room.
vi.mock('node:fs', async (original) => {
  const all = await original<typeof import('node:fs')>()
  return { ...all, writevSync: vi.fn(all.writevSync) }
})

function file() {
  const folder = mkdtempSync(join(tmpdir(), 'typecase-write-'))
  const opened = openSync(join(folder, 'file'), 'wx+')
  onTestFinished(() => {
    closeSync(opened)
    rmSync(folder, { recursive: true })
  })
  return { opened, text: () => readFileSync(join(folder, 'file'), 'utf8') }
}

const pieces = (text: string) => text.split('|').map((piece) => Buffer.from(piece))

describe('pieces of a file', () => {
  it('are written in order, from the given offset', () => {
    const { opened, text } = file()
    writeAll(opened, pieces('one|||two|three'))
    writeAll(opened, pieces('ABC||D'), 2)
    expect(text()).toBe('onABCDthree')
    writeAll(opened, [])
    writeAll(opened, pieces('|'))
    expect(text()).toBe('onABCDthree')
  })

  it('are written completely and once when the system accepts them in parts', async () => {
    const { writevSync: real } = await vi.importActual<typeof import('node:fs')>('node:fs')
    const { opened, text } = file()
    for (const most of [1, 2, 5, 7]) {
      let calls = 0
      vi.mocked(writevSync).mockImplementation((to, buffers, at) => {
        calls += 1
        return real(to, [Buffer.concat(buffers as Uint8Array[]).subarray(0, most)], at)
      })
      writeAll(opened, pieces('one||two|three|x'), 0)
      expect([text(), calls]).toEqual(['onetwothreex', Math.ceil(12 / most)])
    }
  })
})
