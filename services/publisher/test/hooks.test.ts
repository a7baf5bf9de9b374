import { afterEach, describe, expect, it } from 'vitest'
import { testPublisher } from './support/publisher.ts'
import { aPost, aSourceSite, aSourceTheme } from './support/sites.ts'

let publisher: ReturnType<typeof testPublisher>
afterEach(() => publisher.close())

const start = () => {
  const theme = aSourceTheme({ 'templates/post.html': '<body>{{title}} {{mood}} {{post.slug}}</body>' })
  publisher = testPublisher(aSourceSite({ posts: [aPost('one', { at: 1 }), aPost('two', { at: 2 })], theme }))
  return publisher
}
type Model = Readonly<Record<string, unknown>>

describe('the filter template_data', () => {
  it('receives the data and name of a template, and changes the data', async () => {
    const { generate, files, hooks } = start()
    const templates = new Set<unknown>()
    hooks.addFilter('template_data', async (data, template) => {
      templates.add(template)
      return template === 'templates/post.html' ? { ...(data as Model), mood: 'glad & calm' } : undefined
    })
    expect(await generate()).toMatchObject({ state: 'succeeded' })
    expect((await files()).get('post/one/index.html')).toBe('<body>Title one glad &amp; calm one</body>')
    expect([...templates].sort()).toEqual(['templates/layout.html', 'templates/post.html'])
  })

  it('can add, reorder and move fields of a post', async () => {
    const theme = aSourceTheme({ 'templates/post.html': '{{#each post}}{{@key}} {{/each}}' })
    publisher = testPublisher(aSourceSite({ posts: [aPost('one', { tags: ['A'] })], theme }))
    const keys = async () => (await publisher.files()).get('post/one/index.html')?.match(/\w+/g)
    await publisher.generate()
    expect((await keys())?.slice(0, 3)).toEqual(['id', 'title', 'slug'])
    publisher.hooks.addFilter('template_data', (data) => {
      const { post, ...rest } = data as { post?: Model | null }
      if (!post) return data
      const { id, title, ...more } = post
      return { ...rest, post: { mood: 'glad', title, ...more, id } }
    })
    await publisher.generate()
    const changed = await keys()
    expect([changed?.slice(0, 3), changed?.at(-1)]).toEqual([['mood', 'title', 'slug'], 'id'])
  })

  it('with a different result changes only the affected pages in the next automatic generation', async () => {
    const { generate, event, files, hooks } = start()
    let mood = 'glad'
    hooks.addFilter('template_data', (data) =>
      (data as { post?: { slug: string } }).post?.slug === 'one' ? { ...(data as Model), mood } : data,
    )
    await generate()
    expect(await event()).toMatchObject({ trigger: 'event', pagesWritten: 0 })
    mood = 'cross'
    expect(await event()).toMatchObject({ trigger: 'event', pagesWritten: 1 })
    const incremental = await files()
    expect(incremental.get('post/one/index.html')).toContain('cross')
    await generate()
    expect(await files()).toEqual(incremental)
  })

  it.each<[string, (data: unknown) => unknown]>([
    [
      'throws',
      (data) => {
        Object.assign(data as object, { title: 'half-way' })
        throw new Error('broken')
      },
    ],
    ['returns an array', () => ['a list']],
    ['omits required fields', () => ({})],
    ['returns a title that is not a string', (data) => ({ ...(data as Model), title: { toString: 1 } })],
    ['returns a value that JSON cannot represent', (data) => ({ ...(data as Model), big: 1n })],
    [
      'returns a circular object',
      (data) => {
        const circle: Record<string, unknown> = { ...(data as Model) }
        circle.self = circle
        return circle
      },
    ],
  ])('that %s is skipped, without effect on the site', async (_, filter) => {
    const { generate, files, hooks, hookFailures } = start()
    await generate()
    const before = await files()
    hooks.addFilter('template_data', filter)
    expect(await generate()).toMatchObject({ state: 'succeeded', errors: [] })
    expect(await files()).toEqual(before)
    expect(hookFailures.length).toBeGreaterThan(0)
    expect(new Set(hookFailures)).toEqual(new Set(['template_data']))
  })

  it('fails the page if its template cannot render the data', async () => {
    const { generate, hooks } = start()
    hooks.addFilter('template_data', (data) => {
      const { post, ...rest } = data as Model
      return post ? { ...rest, post: { slug: { toString: 1 } } } : data
    })
    expect(await generate()).toMatchObject({
      state: 'failed',
      errors: [{ page: 'post/one/index.html' }, { page: 'post/two/index.html' }],
    })
  })
})

describe('the action site_generated', () => {
  it('receives counts and times when the new site is live, even without changes', async () => {
    const { generate, event, hooks, files } = start()
    const reports: unknown[] = []
    hooks.addAction('site_generated', async (report) => {
      reports.push({ ...(report as object), isWritten: (await files()).has('post/one/index.html') })
      throw new Error('broken')
    })
    const last = await generate()
    expect(reports).toEqual([
      {
        id: last?.id,
        trigger: 'manual',
        outputDir: '_site',
        baseUrl: '',
        cleanUrls: true,
        pagesTotal: last?.pagesTotal,
        pagesWritten: last?.pagesWritten,
        startedAt: last?.startedAt?.toISOString(),
        finishedAt: last?.finishedAt?.toISOString(),
        durationMs: Number(last?.finishedAt) - Number(last?.startedAt),
        isWritten: true,
      },
    ])
    expect(await event()).toMatchObject({ state: 'succeeded', pagesWritten: 0 })
    expect(reports[1]).toMatchObject({ trigger: 'event', pagesWritten: 0 })
  })

  it('is not called for a failed generation', async () => {
    const { generate, change, site, hooks } = start()
    const reports: unknown[] = []
    hooks.addAction('site_generated', (report) => reports.push(report))
    change({ ...site(), theme: aSourceTheme({ 'templates/post.html': '{{#if' }) })
    expect(await generate()).toMatchObject({ state: 'failed' })
    expect(reports).toEqual([])
  })
})
