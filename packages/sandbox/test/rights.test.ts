import { expect, it } from 'vitest'
import { isLinux, started } from './support.ts'

it('a sandboxed process cannot write files, start processes, use SQLite or run native code', async () => {
  const { ask } = started()
  expect(await ask('rights')).toEqual([false, false])
  // SQLite would open files regardless of Node's permissions.
  expect(await ask('database')).toBe('undefined')
  expect(await ask('native code')).toBe('ERR_DLOPEN_DISABLED')
  expect(await ask('code from text')).toContain('Code generation from strings disallowed')
})

it('a sandboxed process has only the given environment and arguments', async () => {
  expect(await started().ask('environment')).toEqual([[], []])
  const { ask } = started({ env: { A: '1' }, args: ['b'] })
  expect(await ask('environment')).toEqual([['A'], ['b']])
})

it.skipIf(!isLinux)('a sandboxed process reads only permitted files', async () => {
  expect(await started({ readable: [`${import.meta.dirname}/*`] }).ask('read a file')).toBe(
    'ERR_ACCESS_DENIED',
  )
  expect(await started().ask('read a file')).toContain('did ')
})

it('a sandboxed process compiles code from text if permitted', async () => {
  expect(await started({ codeFromText: true }).ask('code from text')).toBe('did 1')
})
