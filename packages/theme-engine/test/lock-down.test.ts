/** Tests what JavaScript that escapes from a template can do, in processes started like renderers. */
import { builtinModules } from 'node:module'
import { join } from 'node:path'
import { runInNewContext } from 'node:vm'
import { describe, expect, it, onTestFinished } from 'vitest'
import { startRenderer } from '../src/index.ts'
import { sampleSite } from '../src/sample.ts'

const programs = join(import.meta.dirname, 'programs')
const timeoutMs = 20_000

function started(program: string) {
  const renderer = startRenderer({
    program: join(programs, program),
    readable: [join(programs, '*')],
    memory: 64,
  })
  onTestFinished(() => renderer.kill())
  return renderer
}

/** Runs the code in a locked-down renderer and returns its result. */
async function escaped(code: string): Promise<string> {
  const renderer = started('escaping.ts')
  const template = 'templates/layout.html'
  const { errors } = await renderer.ask(
    { type: 'theme', sources: [[template, '{{{truncate code}}}']] },
    timeoutMs,
  )
  expect(errors).toEqual([])
  renderer.sendSite(sampleSite([]))
  const rendered = async (text: string): Promise<string> => {
    const pages = [{ path: 'a', template, model: { code: text }, shared: [] }]
    const batch = { type: 'batch', timeLimit: timeoutMs, outputLimit: 1e6, pages } as const
    const [result] = (await renderer.ask(batch, timeoutMs)).results
    return result && 'html' in result ? Buffer.from(result.html).toString() : JSON.stringify(result)
  }
  let outcome = await rendered(code)
  while (outcome === '') outcome = await rendered('')
  return outcome
}

const refused = 'A renderer cannot use the network or the operating system, or load more modules'

describe('code that broke out of a template', () => {
  it('can compute, also asynchronously, so the errors below come from the lock-down', async () => {
    expect(await escaped('return 1 + await Promise.resolve(1)')).toBe('did 2')
  })

  it('cannot load modules: built-in, from a file, or from a data URL', async () => {
    const otherNames = [
      'node:sqlite',
      'node:test',
      'node:sea',
      'data:text/javascript,1',
      'handlebars',
      import.meta.url,
    ]
    const names = [...builtinModules, ...builtinModules.map((name) => `node:${name}`), ...otherNames]
    const code = `
      const loaded = []
      for (const name of ${JSON.stringify(names)})
        await import(name).then(() => loaded.push(name), ({ message }) => message === '${refused}' || loaded.push(name + ': ' + message))
      return loaded`
    expect(await escaped(code)).toBe('did ')
  })

  it('has only Buffer and globals of JavaScript: no process, network, timers or WebAssembly', async () => {
    const language = runInNewContext('Object.getOwnPropertyNames(globalThis)') as string[]
    const foundNames = await escaped('return JSON.stringify(Reflect.ownKeys(globalThis).map(String))')
    const globals = new Set(JSON.parse(foundNames.replace(/^did /, '')) as string[])
    expect([...globals].filter((name) => !language.includes(name))).toEqual(['Buffer'])
    expect(language.filter((name) => !globals.has(name))).toEqual(['console', 'WebAssembly'])
    expect(await escaped('return [typeof process, typeof require, typeof fetch, typeof setTimeout]')).toBe(
      'did undefined,undefined,undefined,undefined',
    )
  })

  it('finds nothing useful in a process object that Node leaks', async () => {
    const code = `
      let found
      Object.defineProperty(Object.prototype, 'noDeprecation', { get() { found ??= this } })
      new Buffer(1)
      return Object.keys(Object.getOwnPropertyDescriptors(found)).filter((name) => typeof found[name] === 'function')`
    const functions = 'cpuUsage, emitWarning, nextTick, _tickCallback, _fatalException, reallyExit, exit'
    const foundNames = (await escaped(code)).replace(/^did /, '').split(',')
    expect(foundNames.filter((name) => !functions.split(', ').includes(name))).toEqual([])
  })
})

describe('code with references to modules that were loaded before the lock-down', () => {
  it.each([
    ['connect', "held.net.connect(1, '127.0.0.1')"],
    ['connect an existing socket', "held.socket.connect(1, '127.0.0.1')"],
    ['listen', 'held.net.createServer().listen(0)'],
    ['listen with an existing server', 'held.server.listen(0)'],
    ['create a listening handle', "held.net._createServerHandle('127.0.0.1', 0, 4).listen(8)"],
    ['create a datagram socket', "held.dgram.createSocket('udp4')"],
    ['send a datagram', "held.datagrams.send('x', 1)"],
    ['bind a datagram socket', 'held.datagrams.bind(0)'],
    ['create a datagram handle', "held.dgram._createSocketHandle('127.0.0.1', 0, 'udp4')"],
    ['query DNS', "held.dns.resolveTxt('secret.example', () => undefined)"],
    ['create a DNS resolver', 'new held.dns.Resolver()'],
    ['query DNS with an existing resolver', "held.resolver.resolveTxt('secret.example', () => undefined)"],
    ['query DNS with promises', "held.dns.promises.resolveTxt('secret.example')"],
    ['query DNS with an existing promise resolver', "held.promises.resolveTxt('secret.example')"],
    ['look up a host name', "held.dns.lookup('localhost', () => undefined)"],
    ['change process priorities', 'held.os.setPriority(0, 19)'],
  ])('cannot %s', async (_, code) => {
    expect(await escaped(code)).toBe(refused)
  })

  it('cannot use the process object', async () => {
    const properties = [
      'kill',
      '_kill',
      '_debugProcess',
      'getBuiltinModule',
      'binding',
      '_linkedBinding',
      'dlopen',
      'execve',
      'chdir',
      'setuid',
    ]
    const otherNames = [
      'abort',
      'umask',
      'report',
      'loadEnvFile',
      '_getActiveHandles',
      'stdin',
      'stdout',
      'stderr',
      'ppid',
      'mainModule',
    ]
    const code = `return ${JSON.stringify([...properties, ...otherNames])}.filter((name) => held.process[name] !== undefined)`
    expect(await escaped(code)).toBe('did ')
    // Code with the handle of the IPC pipe to the parent could create pipes that listen.
    expect(
      await escaped(
        "return Object.getOwnPropertySymbols(held.process).map(String).join().includes('kChannelHandle')",
      ),
    ).toBe('did false')
  })
})

describe('a process with the flags of a renderer, but without the lock-down', () => {
  const outcome = async (code: string): Promise<string | undefined> =>
    (await started('unlocked.ts').ask({ type: 'theme', sources: [['code', code]] }, timeoutMs)).errors[0]
      ?.message

  it('can compute, so the errors below come from the flags', async () => {
    expect(await outcome('return 1 + 1')).toBe('did 2')
  })

  it.each([
    ['read files', "require('node:fs').readFileSync('/etc/hostname')"],
    [
      'read the repository',
      `require('node:fs').readdirSync(${JSON.stringify(join(import.meta.dirname, '../../..'))})`,
    ],
    ['write files', "require('node:fs').writeFileSync('/tmp/typecase-renderer-was-here', '')"],
    ['reopen its file descriptors', "require('node:fs').openSync('/proc/self/fd/3', 'w')"],
    ['change its working directory', "process.chdir('/')"],
    ['load an environment file', "process.loadEnvFile('/etc/environment')"],
    ['write a report', "process.report.writeReport('/tmp/typecase-renderer-was-here')"],
    ['write a heap snapshot', "require('node:v8').writeHeapSnapshot('/tmp/typecase-renderer-was-here')"],
    ['write traces', "require('node:trace_events').createTracing({ categories: ['node'] }).enable()"],
    ['start a process', "require('node:child_process').execSync('true')"],
    ['execute another program', "process.execve('/bin/true', ['true'], {})"],
    ['start a thread', "new (require('node:worker_threads').Worker)('1', { eval: true })"],
    ['start a debugger', "require('node:inspector').open(0)"],
    ['debug itself', "new (require('node:inspector').Session)().connect()"],
    ['start WASI', "new (require('node:wasi').WASI)({ version: 'preview1', preopens: { '/': '/' } })"],
    ['access native bindings', "process.binding('tcp_wrap')"],
  ])('cannot %s', async (_, code) => {
    expect(await outcome(code)).toBe('ERR_ACCESS_DENIED')
  })

  it('has no database module, which could open files', async () => {
    expect(await outcome("new (require('node:sqlite').DatabaseSync)(':memory:')")).toBe(
      'ERR_UNKNOWN_BUILTIN_MODULE',
    )
  })

  it('cannot load native code', async () => {
    expect(await outcome("process.dlopen({ exports: {} }, '/tmp/typecase.node')")).toBe('ERR_DLOPEN_DISABLED')
  })

  it('has no environment variables and no localStorage', async () => {
    expect(await outcome('return Object.keys(process.env)')).toBe('did ')
    expect(await outcome('return typeof localStorage')).toBe('did undefined')
  })
})

it('a renderer exits on an uncaught error', async () => {
  const renderer = started('escaping.ts')
  const broken = { type: 'theme', sources: 7 } as unknown as { type: 'theme'; sources: [] }
  await expect(renderer.ask(broken, timeoutMs)).rejects.toMatchObject({ reason: 'ended' })
  expect(renderer.alive()).toBe(false)
})
