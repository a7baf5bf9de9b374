/**
 * What a renderer makes, and its memory: large pages of very many small texts fit into it as long as they are within the limit, and what
 * was handed over is let go.
 */
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { aSourceTheme } from '../../../test/support/sites.ts'
import type { PlannedPage } from '../../core/pages/planned.ts'
import type { RenderedPage, RenderJob } from '../../core/ports.ts'
import { handlebarsRenderer } from './renderer.ts'

const loop = '{{#each list}}{{#each @root.list}}a{{/each}}{{/each}}'
const template = 'templates/layout.html'

/** A page with that list, rendered alone; `done` is given what comes of it. */
const handedOver = (
  files: Readonly<Record<string, string>>,
  list: readonly number[],
  done: RenderJob['done'],
) => renderedAlone(files, { model: { list } }, done)

async function renderedAlone(
  files: Readonly<Record<string, string>>,
  made: { readonly model: object },
  done: RenderJob['done'],
) {
  const renderer = handlebarsRenderer({ processes: 1 })
  onTestFinished(() => renderer.close())
  const theme = aSourceTheme(files)
  await renderer.prepare(theme)
  const page = Object.assign(made, {
    path: 'a',
    template,
    shared: [],
    about: { summary: null },
  }) as unknown as PlannedPage
  return renderer.render({
    theme,
    plan: { shared: { site: {} }, footerCode: '' },
    site: { basePath: '', absoluteBase: '', cleanUrls: true },
    pages: [page],
    done,
    maxFaults: 50,
  } as unknown as RenderJob)
}

/** How long the page is, with that many loops in that many loops, or its fault. */
async function rendered(files: Readonly<Record<string, string>>, items: number) {
  const list = Array.from({ length: items }, () => 0)
  const lengths: number[] = []
  const take = async (some: readonly RenderedPage[]) =>
    void lengths.push(...some.map(({ html }) => html.length))
  const faults = await handedOver(files, list, take)
  return [...lengths, ...faults]
}

describe('a page of millions of small texts', () => {
  it('is rendered up to the limit', async () => {
    expect(await rendered({ [template]: loop }, 2_800)).toEqual([7_840_000])
  }, 60_000)

  it('is rendered up to the limit also where partials have a part of it', async () => {
    const files = {
      [template]: `${loop}{{> more}}{{#> around}}${loop}{{/around}}`,
      'partials/more.html': loop,
    }
    expect(await rendered({ ...files, 'partials/around.html': '{{> @partial-block}}' }, 1_600)).toEqual([
      3 * 2_560_000,
    ])
  }, 60_000)

  it('is told with its line beyond the limit', async () => {
    const fault = { message: 'The page is larger than 8388608 characters', template, line: 2, page: 'a' }
    expect(await rendered({ [template]: `\n${loop}` }, 3_000)).toEqual([fault])
  }, 60_000)
})

/** Collects the whole heap of this process. */
async function collect(): Promise<void> {
  setFlagsFromString('--expose-gc')
  // Whoever has asked a weak reference keeps what it means until the end of the turn.
  await new Promise(setImmediate)
  ;(runInNewContext('gc') as () => void)()
}

it('what a page is made of is not kept while it is rendered', async () => {
  const made: WeakRef<object>[] = []
  const slow = {
    get model() {
      const model = { list: Array.from({ length: 1_500 }, () => 0) }
      made.push(new WeakRef(model))
      return model
    },
  }
  const done: RenderedPage[] = []
  const rendering = renderedAlone({ [template]: loop }, slow, async (pages) => void done.push(...pages))
  await vi.waitFor(() => expect(made.length).toBeGreaterThan(0), { timeout: 20_000, interval: 1 })
  await collect()
  expect([done.length, ...made.map((model) => model.deref())]).toEqual([0, ...made.map(() => undefined)])
  expect(await rendering).toEqual([])
}, 30_000)

it('a page that is handed over is not kept while it is written', async () => {
  const written = Promise.withResolvers<void>()
  let handed: WeakRef<RenderedPage> | undefined
  const rendering = handedOver({ [template]: loop }, [1, 2], (pages) => {
    for (const page of pages) handed = new WeakRef(page)
    return written.promise
  })
  await vi.waitFor(() => expect(handed).toBeDefined(), 20_000)
  await collect()
  expect(handed?.deref()).toBeUndefined()
  written.resolve()
  expect(await rendering).toEqual([])
}, 30_000)
