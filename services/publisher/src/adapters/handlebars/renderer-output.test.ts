import { describe, expect, it, onTestFinished } from 'vitest'
import { aSourceTheme } from '../../../test/support/sites.ts'
import type { PlannedPage } from '../../core/pages/planned.ts'
import type { RenderedPage, RenderJob } from '../../core/ports.ts'
import { handlebarsRenderer } from './renderer.ts'

const loop = '{{#each list}}{{#each @root.list}}a{{/each}}{{/each}}'
const template = 'templates/layout.html'

/** Renders one page with `list` as its only value, and passes the result to `done`. */
const renderList = (
  files: Readonly<Record<string, string>>,
  list: readonly number[],
  done: RenderJob['done'],
) => renderedAlone(files, { model: { list } }, done)

async function renderedAlone(
  files: Readonly<Record<string, string>>,
  content: { readonly model: object },
  done: RenderJob['done'],
) {
  // A high time limit, so that only the size limit can stop the page.
  const renderer = handlebarsRenderer({ processes: 1, timeLimit: 40_000 })
  onTestFinished(() => renderer.close())
  const theme = aSourceTheme(files)
  await renderer.prepare(theme)
  const page = Object.assign(content, {
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
    maxErrors: 50,
  } as unknown as RenderJob)
}

/** The length of a page with `items` * `items` characters per loop, or its error. */
async function rendered(files: Readonly<Record<string, string>>, items: number) {
  const list = Array.from({ length: items }, () => 0)
  const lengths: number[] = []
  const addLengths = async (some: readonly RenderedPage[]) =>
    void lengths.push(...some.map(({ html }) => html.length))
  const errors = await renderList(files, list, addLengths)
  return [...lengths, ...errors]
}

describe('a page of millions of small texts', () => {
  it('is rendered up to the size limit', async () => {
    expect(await rendered({ [template]: loop }, 2_800)).toEqual([7_840_000])
  }, 60_000)

  it('is rendered up to the size limit if partials render parts of the page', async () => {
    const files = {
      [template]: `${loop}{{> more}}{{#> around}}${loop}{{/around}}`,
      'partials/more.html': loop,
    }
    expect(await rendered({ ...files, 'partials/around.html': '{{> @partial-block}}' }, 1_600)).toEqual([
      3 * 2_560_000,
    ])
  }, 60_000)

  it('is reported with a line if it exceeds the limit', async () => {
    const error = { message: 'The page is larger than 8388608 characters', template, line: 2, page: 'a' }
    expect(await rendered({ [template]: `\n${loop}` }, 3_000)).toEqual([error])
  }, 60_000)
})
