import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { startRenderer } from '@typecase/theme-engine'
import { describe, expect, it, onTestFinished } from 'vitest'
import { endlessPages } from '../../../test/support/endless-pages.ts'
import { aSourceTheme } from '../../../test/support/sites.ts'
import type { PlannedPage } from '../../core/pages/planned.ts'
import type { RenderedPage, RenderJob } from '../../core/ports.ts'
import { rendererProgram } from './program.ts'
import { handlebarsRenderer } from './renderer.ts'

const children = (): number[] =>
  readFileSync(`/proc/${process.pid}/task/${process.pid}/children`, 'utf8')
    .split(' ')
    .filter(Boolean)
    .map(Number)

/** Kills up to `most` child processes, except `others`. Returns a function that stops the killing. */
function startKilling(most: number, others: readonly number[]): () => void {
  const skipped = new Set(others)
  let isStopped = false
  void (async () => {
    for (let killed = 0; killed < most && !isStopped; await pause(5)) {
      for (const pid of children()) {
        if (skipped.has(pid) || killed >= most) continue
        skipped.add(pid)
        killed += 1
        process.kill(pid, 'SIGKILL')
      }
    }
  })()
  return () => {
    isStopped = true
  }
}

const theme = aSourceTheme({ 'templates/layout.html': '<body>{{title}}</body>' })
const page = (path: string) =>
  ({
    path,
    template: 'templates/layout.html',
    model: { title: path },
    shared: [],
    about: { summary: null },
  }) as unknown as PlannedPage

async function renderedUnder(killCount: number, pages: readonly string[], begin: 'prepare' | 'render') {
  const others = children()
  const renderer = handlebarsRenderer({ processes: 1 })
  onTestFinished(() => renderer.close())
  const done: string[] = []
  if (begin === 'render') await renderer.prepare(theme)
  const stop = startKilling(killCount, others)
  onTestFinished(stop)
  if (begin === 'prepare') await renderer.prepare(theme)
  const job = {
    theme,
    plan: { shared: { site: {} }, footerCode: '' },
    site: { basePath: '', absoluteBase: '', cleanUrls: true },
    pages: pages.map(page),
    done: async (some: readonly RenderedPage[]) =>
      void done.push(...some.map(({ html }) => Buffer.from(html).toString())),
    maxErrors: 50,
  } as unknown as RenderJob
  const errors = await renderer.render(job)
  return { done, errors }
}

it.skipIf(process.platform !== 'linux')(
  'rendering uses the processes that were warmed up',
  async () => {
    const others = children()
    const renderer = handlebarsRenderer({ processes: 3 })
    onTestFinished(() => renderer.close())
    await renderer.prepare(theme)
    const ownPids = () => children().filter((pid) => !others.includes(pid))
    expect(ownPids()).toHaveLength(1)
    await renderer.warmUp(theme)
    const warm = ownPids()
    expect(warm).toHaveLength(3)
    const broken = aSourceTheme({ 'templates/layout.html': '{{#if}}' })
    // Does not reject: the errors of a theme are reported when a page is rendered.
    await renderer.warmUp({ ...broken, digest: 'broken' })
    const rendered: number[] = []
    const job = {
      theme,
      plan: { shared: { site: {} }, footerCode: '' },
      site: { basePath: '', absoluteBase: '', cleanUrls: true },
      pages: Array.from({ length: 200 }, (_, at) => page(String(at))),
      done: async (some: readonly RenderedPage[]) => void rendered.push(some.length),
      maxErrors: 50,
    } as unknown as RenderJob
    expect(await renderer.render(job)).toEqual([])
    expect([rendered.reduce((sum, count) => sum + count, 0), ownPids()]).toEqual([200, warm])
  },
  20_000,
)

describe.skipIf(process.platform !== 'linux')('a renderer process that is killed', () => {
  it.each(['prepare', 'render'] as const)('once during %s is replaced without an error', async (begin) => {
    expect(await renderedUnder(1, ['a'], begin)).toEqual({ done: ['<body>a</body>'], errors: [] })
  })

  it('each time it renders a page causes an error of that page', async () => {
    const { done, errors } = await renderedUnder(1000, ['a'], 'render')
    expect(done).toEqual([])
    expect(errors).toEqual([
      { message: 'The template needs too much memory', template: 'templates/layout.html', page: 'a' },
    ])
  })
})

it.each([1, 2])(
  'rendering stops after a few pages that time out, with %i processes',
  { timeout: 60_000 },
  async (processes) => {
    const renderer = handlebarsRenderer({ processes, timeLimit: 100 })
    onTestFinished(() => renderer.close())
    const { theme: endlessTheme, pages } = endlessPages(300)
    await renderer.prepare(endlessTheme)
    const job = {
      ...{
        theme: endlessTheme,
        plan: { shared: { site: {} }, footerCode: '' },
        site: { basePath: '', absoluteBase: '', cleanUrls: true },
      },
      ...{ pages, done: async () => undefined, maxErrors: 50 },
    } as unknown as RenderJob
    const errors = await renderer.render(job)
    expect(new Set(errors.map(({ message }) => message))).toEqual(new Set(['The template takes too long']))
    expect(errors.length).toBeGreaterThanOrEqual(5)
    // Each process may still render one page of each of its two batches.
    expect(errors.length).toBeLessThan(5 + 2 * processes)
  },
)

it('a message that cannot be sent is reported immediately, and the process ends', async () => {
  const renderer = startRenderer({ ...rendererProgram, memory: 64 })
  onTestFinished(() => renderer.kill())
  const unsendable = (() => '') as unknown as string
  await expect(
    renderer.ask({ type: 'theme', sources: [['templates/layout.html', unsendable]] }, 200),
  ).rejects.toMatchObject({ reason: 'ended' })
  expect(renderer.alive()).toBe(false)
  // The time limit must not report a second error.
  await pause(300)
})

/** A renderer process that runs the program of an attacker. */
function attackerProgram(answer: string) {
  const folder = mkdtempSync(join(tmpdir(), 'typecase-foreign-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const program = join(folder, 'foreign.mjs')
  const library = import.meta.resolve('@typecase/sandbox/serve')
  writeFileSync(program, `import { serve } from ${JSON.stringify(library)}\nserve(() => { ${answer} })`)
  return startRenderer({ program, readable: [program], memory: 64 })
}

describe('a process that breaks the protocol', () => {
  const batch = (length: string, references: string, html: number) =>
    `return { answer: { results: [{ length: ${length}, references: ${references} }] }, bytes: [Buffer.alloc(${html})] }`
  const page = { path: 'a', template: 'templates/layout.html', model: {}, shared: [] }
  it.each([
    'return { answer: { results: [] } }',
    'return { answer: undefined }',
    "throw new Error('broken')",
    batch('5', 'undefined', 5),
    batch('5', '7', 5),
    batch('5', "'x'.repeat(100)", 5),
    batch('-1', "''", 0),
    batch('"5"', "''", 5),
    batch('100', "''", 50),
    batch('5', "''", 50),
  ])('is killed: %s', async (answer) => {
    const renderer = attackerProgram(answer)
    onTestFinished(() => renderer.kill())
    await expect(
      renderer.ask({ type: 'batch', timeLimit: 1_000, outputLimit: 1_000, pages: [page] }, 5_000),
    ).rejects.toMatchObject({ reason: 'ended' })
    expect(renderer.alive()).toBe(false)
  })
})

it.skipIf(process.platform !== 'linux')('no process is started after close()', async () => {
  const others = children()
  const renderer = handlebarsRenderer({ processes: 2 })
  const preparing = renderer.prepare(theme).catch((error: unknown) => error)
  renderer.close()
  expect(await preparing).toMatchObject({ message: 'The renderer is closed' })
  await renderer.warmUp(theme)
  await expect(renderer.prepare(theme)).rejects.toThrow('The renderer is closed')
  await expect.poll(() => children().filter((pid) => !others.includes(pid)), { timeout: 10_000 }).toEqual([])
})
