import { closeSync, mkdtempSync, openSync, readFileSync, rmSync, writevSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { writeAll } from './write-all.ts'

// One test replaces writevSync with a version that writes fewer bytes than it receives, as the operating
// system may.
vi.mock('node:fs', async (original) => {
  const all = await original<typeof import('node:fs')>()
  return { ...all, writevSync: vi.fn(all.writevSync) }
})

function file() {
  const folder = mkdtempSync(join(tmpdir(), 'typecase-write-'))
  const fd = openSync(join(folder, 'file'), 'wx+')
  onTestFinished(() => {
    closeSync(fd)
    rmSync(folder, { recursive: true })
  })
  return { fd, text: () => readFileSync(join(folder, 'file'), 'utf8') }
}

const pieces = (text: string) => text.split('|').map((piece) => Buffer.from(piece))

describe('writeAll', () => {
  it('writes buffers in order at the given offset', () => {
    const { fd, text } = file()
    writeAll(fd, pieces('one|||two|three'))
    writeAll(fd, pieces('ABC||D'), 2)
    expect(text()).toBe('onABCDthree')
    writeAll(fd, [])
    writeAll(fd, pieces('|'))
    expect(text()).toBe('onABCDthree')
  })

  it('writes every byte once if the operating system accepts only a few bytes at a time', async () => {
    const { writevSync: realWritevSync } = await vi.importActual<typeof import('node:fs')>('node:fs')
    const { fd, text } = file()
    for (const maxBytes of [1, 2, 5, 7]) {
      let calls = 0
      vi.mocked(writevSync).mockImplementation((to, buffers, at) => {
        calls += 1
        return realWritevSync(to, [Buffer.concat(buffers as Uint8Array[]).subarray(0, maxBytes)], at)
      })
      writeAll(fd, pieces('one||two|three|x'), 0)
      expect([text(), calls]).toEqual(['onetwothreex', Math.ceil(12 / maxBytes)])
    }
  })
})
