import { execFile } from 'node:child_process'
import { readFileSync, realpathSync } from 'node:fs'
import { createRequire } from 'node:module'
import { createServer } from 'node:net'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { rendererFlags, startRenderer } from '@typecase/theme-engine'
import { describe, expect, it } from 'vitest'
import { rendererProgram } from './program.ts'

const run = promisify(execFile)
const lockDown = join(import.meta.dirname, '../../../../../packages/theme-engine/src/lock-down.ts')

const engine = createRequire(join(import.meta.dirname, '../../../../../packages/theme-engine/src/index.ts'))
const handlebars = join(dirname(realpathSync(engine.resolve('handlebars/package.json'))), 'dist/handlebars.js')

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

/** The same in the program of a renderer itself, once it waits for what it is to render. */
async function outcomeInRenderer(code: string): Promise<string> {
  const program = `
    await import(${JSON.stringify(rendererProgram.program)})
    try { await (async () => { ${code} })(); console.log('done') } catch (error) { console.log(error.code ?? error.message) }
    process.exit()`
  const flags = rendererFlags({ ...rendererProgram, memory: 64 })
  const { stdout } = await run(process.execPath, [...flags, '--input-type=module', '-e', program, 'renderer', handlebars], { env: {} })
  return stdout.trim()
}

describe('code that broke out of a template in a renderer', () => {
  it('can still compute, so that the refusals below mean something', async () => {
    expect(await outcomeInRenderer('1 + 1')).toBe('done')
    expect(await outcomeInRenderer('throw new Error("seen")')).toBe('seen')
  })

  it.each([
    ['import a module of Node', `await import('node:dns')`],
    ['import a file', `await import(${JSON.stringify(rendererProgram.program)} + '?again')`],
    ['import code that it made', `await import('data:text/javascript,1')`],
    ['import in a function that it made', `await new Function('return import("node:dns")')()`],
    ['ask Node for a module', `process.getBuiltinModule('node:net')`],
    ['put that back', `Object.defineProperty(process, 'getBuiltinModule', { value: 1 })`, 'Cannot redefine property: getBuiltinModule'],
    ['end its parent', `process.kill(process.ppid, 0)`, 'A renderer has no say over processes'],
    ['end its parent by what is below', `process._kill(process.ppid, 0)`, 'A renderer has no say over processes'],
    ['make another process listen for a debugger', `process._debugProcess(process.ppid)`, 'A renderer has no say over processes'],
    ['reach native code', `process.binding('tcp_wrap')`, 'A renderer has no say over processes'],
    ['reach native code another way', `process._linkedBinding('x')`, 'A renderer has no say over processes'],
  ])('can not %s', async (_, code, why = 'A renderer loads nothing more') => {
    expect(await outcomeInRenderer(code)).toBe(why)
  })

  it('reaches no network by what every program has', async () => {
    const server = createServer((socket) => socket.destroy())
    let connections = 0
    server.on('connection', () => (connections += 1))
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const address = server.address()
    const port = typeof address === 'object' ? address?.port : 0
    expect(await outcomeInRenderer(`await fetch('http://127.0.0.1:${port}/')`)).toBe('fetch failed')
    expect(
      await outcomeInRenderer(
        `await new Promise((done, fail) => { const socket = new WebSocket('ws://127.0.0.1:${port}/'); socket.onopen = done; socket.onerror = () => fail(new Error('no socket')) })`,
      ),
    ).toBe('no socket')
    expect(connections).toBe(0)
    await new Promise((resolve) => server.close(resolve))
  })

  it('has nothing of the environment of who started it', async () => {
    process.env.TYPECASE_TEST_SECRET = 'canary'
    const renderer = startRenderer({ ...rendererProgram, memory: 64 })
    try {
      await renderer.ask({ type: 'theme', id: 1, sources: [] }, 10_000)
      const names = readFileSync(`/proc/${renderer.pid}/environ`, 'utf8')
        .split('\0')
        .flatMap((line) => line.split('=', 1).filter(Boolean))
      expect(names.filter((name) => !name.startsWith('NODE_CHANNEL_'))).toEqual([])
    } finally {
      renderer.kill()
      delete process.env.TYPECASE_TEST_SECRET
    }
  })
})

describe('code with the rights of a renderer', () => {
  it('can still compute, so that the refusals below mean something', async () => {
    expect(await outcome('1 + 1')).toBe('done')
  })

  it.each([
    ['read files', `(await import('node:fs')).readFileSync('/etc/hostname')`],
    ['read the repository', `(await import('node:fs')).readdirSync(${JSON.stringify(join(import.meta.dirname, '../../../../..'))})`],
    ['write files', `(await import('node:fs')).writeFileSync('/tmp/typecase-renderer-was-here', '')`],
    ['start a process', `(await import('node:child_process')).execSync('true')`],
    ['start a thread', `new (await import('node:worker_threads')).Worker('1', { eval: true })`],
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

  it('has no database that keeps files whatever its rights', async () => {
    expect(await outcome(`await import('node:sqlite')`)).toBe('ERR_UNKNOWN_BUILTIN_MODULE')
    expect(await outcome(`if (process.getBuiltinModule('node:sqlite')) throw new Error('there')`)).toBe('done')
  })

  it('finds no environment', async () => {
    expect(await outcome(`if (Object.keys(process.env).length > 0) throw new Error(Object.keys(process.env).join())`)).toBe('done')
  })
})
