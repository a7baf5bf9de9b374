/** The abilities of a template that runs JavaScript, tested in processes started like renderers. */
import { builtinModules } from 'node:module'
import { join } from 'node:path'
import { runInNewContext } from 'node:vm'
import { describe, expect, it, onTestFinished } from 'vitest'
import { startRenderer } from '../src/index.ts'
import { sampleSite } from '../src/sample.ts'

const programs = join(import.meta.dirname, 'programs')
const patience = 20_000

function started(program: string) {
  const renderer = startRenderer({
    program: join(programs, program),
    readable: [join(programs, '*')],
    memory: 64,
  })
  onTestFinished(() => renderer.kill())
  return renderer
}

/** The result of that code in a locked-down renderer. */
async function escaped(code: string): Promise<string> {
  const renderer = started('escaping.ts')
  const template = 'templates/layout.html'
  const { errors } = await renderer.ask(
    { type: 'theme', sources: [[template, '{{{truncate code}}}']] },
    patience,
  )
  expect(errors).toEqual([])
  renderer.sendSite(sampleSite([]))
  const rendered = async (text: string): Promise<string> => {
    const pages = [{ path: 'a', template, model: { code: text }, shared: [] }]
    const batch = { type: 'batch', timeLimit: patience, outputLimit: 1e6, pages } as const
    const [result] = (await renderer.ask(batch, patience)).results
    return result && 'html' in result ? Buffer.from(result.html).toString() : JSON.stringify(result)
  }
  let outcome = await rendered(code)
  while (outcome === '') outcome = await rendered('')
  return outcome
}

const refused = 'A renderer may do nothing but render'

describe('code that broke out of a template', () => {
  it('can compute, now and later, so that the refusals below are meaningful', async () => {
    expect(await escaped('return 1 + await Promise.resolve(1)')).toBe('did 2')
  })

  it('loads no module: built-in, from a file, or from a data URL', async () => {
    const others = [
      'node:sqlite',
      'node:test',
      'node:sea',
      'data:text/javascript,1',
      'handlebars',
      import.meta.url,
    ]
    const names = [...builtinModules, ...builtinModules.map((name) => `node:${name}`), ...others]
    const code = `
      const loaded = []
      for (const name of ${JSON.stringify(names)})
        await import(name).then(() => loaded.push(name), ({ message }) => message === '${refused}' || loaded.push(name + ': ' + message))
      return loaded`
    expect(await escaped(code)).toBe('did ')
  })

  it('finds only the language: no process, network, timers or WebAssembly', async () => {
    const language = runInNewContext('Object.getOwnPropertyNames(globalThis)') as string[]
    const found = await escaped('return JSON.stringify(Reflect.ownKeys(globalThis).map(String))')
    const kept = new Set(JSON.parse(found.replace(/^did /, '')) as string[])
    expect([...kept].filter((name) => !language.includes(name))).toEqual(['Buffer'])
    expect(language.filter((name) => !kept.has(name))).toEqual(['console', 'WebAssembly'])
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
    const found = (await escaped(code)).replace(/^did /, '').split(',')
    expect(found.filter((name) => !functions.split(', ').includes(name))).toEqual([])
  })
})

describe('code with references to modules loaded before', () => {
  it.each([
    ['connects nowhere', "held.net.connect(1, '127.0.0.1')"],
    ['connects no socket', "held.socket.connect(1, '127.0.0.1')"],
    ['listens nowhere', 'held.net.createServer().listen(0)'],
    ['listens by no server', 'held.server.listen(0)'],
    ['makes no handle that listens', "held.net._createServerHandle('127.0.0.1', 0, 4).listen(8)"],
    ['makes no socket for datagrams', "held.dgram.createSocket('udp4')"],
    ['sends no datagram', "held.datagrams.send('x', 1)"],
    ['binds no socket for datagrams', 'held.datagrams.bind(0)'],
    ['makes no handle for datagrams', "held.dgram._createSocketHandle('127.0.0.1', 0, 'udp4')"],
    ['asks no name server', "held.dns.resolveTxt('secret.example', () => undefined)"],
    ['makes no resolver of names', 'new held.dns.Resolver()'],
    ['asks no name server by a resolver', "held.resolver.resolveTxt('secret.example', () => undefined)"],
    ['asks no name server by a promise', "held.dns.promises.resolveTxt('secret.example')"],
    ['asks no name server by a resolver of promises', "held.promises.resolveTxt('secret.example')"],
    ['looks up no name', "held.dns.lookup('localhost', () => undefined)"],
    ['slows down no other process', 'held.os.setPriority(0, 19)'],
  ])('%s', async (_, code) => {
    expect(await escaped(code)).toBe(refused)
  })

  it('cannot use the process object', async () => {
    const powers = [
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
    const others = [
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
    const code = `return ${JSON.stringify([...powers, ...others])}.filter((name) => held.process[name] !== undefined)`
    expect(await escaped(code)).toBe('did ')
    // The pipe of the channel to its parent creates others, which listen.
    expect(
      await escaped(
        "return Object.getOwnPropertySymbols(held.process).map(String).join().includes('kChannelHandle')",
      ),
    ).toBe('did false')
  })
})

describe('a process with the flags of a renderer, not locked down', () => {
  const outcome = async (code: string): Promise<string | undefined> =>
    (await started('unlocked.ts').ask({ type: 'theme', sources: [['code', code]] }, patience)).errors[0]
      ?.message

  it('can compute, so that the refusals below are meaningful', async () => {
    expect(await outcome('return 1 + 1')).toBe('did 2')
  })

  it.each([
    ['read files', "require('node:fs').readFileSync('/etc/hostname')"],
    [
      'read the repository',
      `require('node:fs').readdirSync(${JSON.stringify(join(import.meta.dirname, '../../..'))})`,
    ],
    ['write files', "require('node:fs').writeFileSync('/tmp/typecase-renderer-was-here', '')"],
    ['open what it has as a file', "require('node:fs').openSync('/proc/self/fd/3', 'w')"],
    ['change its folder', "process.chdir('/')"],
    ['take over an environment', "process.loadEnvFile('/etc/environment')"],
    ['write a report', "process.report.writeReport('/tmp/typecase-renderer-was-here')"],
    ['write its memory', "require('node:v8').writeHeapSnapshot('/tmp/typecase-renderer-was-here')"],
    ['write traces', "require('node:trace_events').createTracing({ categories: ['node'] }).enable()"],
    ['start a process', "require('node:child_process').execSync('true')"],
    ['become another program', "process.execve('/bin/true', ['true'], {})"],
    ['start a thread', "new (require('node:worker_threads').Worker)('1', { eval: true })"],
    ['start a debugger', "require('node:inspector').open(0)"],
    ['debug itself', "new (require('node:inspector').Session)().connect()"],
    [
      'start a system within WebAssembly',
      "new (require('node:wasi').WASI)({ version: 'preview1', preopens: { '/': '/' } })",
    ],
    ['reach native code', "process.binding('tcp_wrap')"],
  ])('can not %s', async (_, code) => {
    expect(await outcome(code)).toBe('ERR_ACCESS_DENIED')
  })

  it('has no database module, which would open files', async () => {
    expect(await outcome("new (require('node:sqlite').DatabaseSync)(':memory:')")).toBe(
      'ERR_UNKNOWN_BUILTIN_MODULE',
    )
  })

  it('loads no native code', async () => {
    expect(await outcome("process.dlopen({ exports: {} }, '/tmp/typecase.node')")).toBe('ERR_DLOPEN_DISABLED')
  })

  it('sees no environment and stores nothing', async () => {
    expect(await outcome('return Object.keys(process.env)')).toBe('did ')
    expect(await outcome('return typeof localStorage')).toBe('did undefined')
  })
})

it('a renderer exits on an uncaught error', async () => {
  const renderer = started('escaping.ts')
  const broken = { type: 'theme', sources: 7 } as unknown as { type: 'theme'; sources: [] }
  await expect(renderer.ask(broken, patience)).rejects.toMatchObject({ reason: 'ended' })
  expect(renderer.alive()).toBe(false)
})
