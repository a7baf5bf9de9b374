import { programWithHole } from '@typecase/testing/program-with-hole'
import { startRenderer } from '@typecase/theme-engine'
import { expect, it, onTestFinished } from 'vitest'
import { rendererProgram } from './program.ts'

const template = 'templates/layout.html'
const limitMs = 20_000

/** Runs code that escaped from a template, in a process that renders pages. */
async function escapedCode(): Promise<(code: string) => Promise<string>> {
  const program = programWithHole(rendererProgram.program)
  const renderer = startRenderer({ program, readable: [...rendererProgram.readable, program], memory: 64 })
  onTestFinished(() => renderer.kill())
  await renderer.ask({ type: 'theme', sources: [[template, '{{{truncate code 10000}}}']] }, limitMs)
  renderer.sendSite({
    type: 'site',
    shared: { site: {} },
    footerCode: '',
    assets: [],
    basePath: '',
    absoluteBase: '',
    cleanUrls: true,
  })
  return async (code) => {
    const pages = [{ path: 'a', template, model: { code: `code:${code}` }, shared: [] }]
    const [result] = (
      await renderer.ask({ type: 'batch', timeLimit: limitMs, outputLimit: 10_000, pages }, limitMs)
    ).results
    return result && 'html' in result ? Buffer.from(result.html).toString() : JSON.stringify(result)
  }
}

// The tests of the theme engine cover the lock-down in detail.
it('code that escapes from a template has no environment, process, network or modules', async () => {
  const run = await escapedCode()
  expect(await run('return 1 + 1')).toBe('2')
  expect(await run('return Object.keys(env).length')).toBe('0')
  expect(await run('return [typeof process, typeof require, typeof fetch]')).toBe(
    'undefined,undefined,undefined',
  )
  await run(
    `import('node:fs').then(() => 'loaded', String).then((outcome) => { globalThis.outcome = outcome })`,
  )
  await expect
    .poll(() => run('return globalThis.outcome'))
    .toBe('Error: A renderer cannot use the network or the operating system, or load more modules')
})
