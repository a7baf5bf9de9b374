import { execFile } from 'node:child_process'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { rendererFlags } from '@typecase/theme-engine'
import { describe, expect, it } from 'vitest'
import { rendererProgram } from './program.ts'

const run = promisify(execFile)
const lockDown = join(import.meta.dirname, '../../../../../packages/theme-engine/src/lock-down.ts')

/** What that code, run with the rights of a renderer, comes to. */
async function outcome(code: string): Promise<string> {
  const program = `
    const { lockDown } = await import(${JSON.stringify(lockDown)})
    lockDown()
    try { await (async () => { ${code} })(); console.log('done') } catch (error) { console.log(error.code ?? error.cause?.message ?? error.message) }`
  const { stdout } = await run(
    process.execPath,
    [...rendererFlags({ ...rendererProgram, memory: 64 }), '--input-type=module', '-e', program],
    { env: {} },
  )
  return stdout.trim()
}

describe('code that broke out of a template', () => {
  it('can still compute, so that the refusals below mean something', async () => {
    expect(await outcome('1 + 1')).toBe('done')
  })

  it.each([
    ['read files', `(await import('node:fs')).readFileSync('/etc/hostname')`],
    ['read the repository', `(await import('node:fs')).readdirSync(${JSON.stringify(join(import.meta.dirname, '../../../../..'))})`],
    ['write files', `(await import('node:fs')).writeFileSync('/tmp/typecase-renderer-was-here', '')`],
    ['start a process', `(await import('node:child_process')).execSync('true')`],
    ['start a thread', `new (await import('node:worker_threads')).Worker('1', { eval: true })`],
    ['reach native code', `process.binding('tcp_wrap')`],
  ])('can not %s', async (_, code) => {
    expect(await outcome(code)).toBe('ERR_ACCESS_DENIED')
  })

  it('can not reach the network', async () => {
    const server = createServer((socket) => socket.destroy())
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const address = server.address()
    const port = typeof address === 'object' ? address?.port : 0
    try {
      expect(await outcome(`await fetch('http://127.0.0.1:${port}/')`)).toBe('A renderer has no network')
      expect(await outcome(`(await import('node:net')).connect(${port})`)).toBe('A renderer has no network')
      expect(await outcome(`(await import('node:net')).createServer().listen(0)`)).toBe('A renderer has no network')
    } finally {
      await new Promise((resolve) => server.close(resolve))
    }
  })

  it('finds no environment', async () => {
    expect(await outcome(`if (Object.keys(process.env).length > 0) throw new Error(Object.keys(process.env).join())`)).toBe('done')
  })
})
