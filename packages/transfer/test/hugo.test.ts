import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { readMatter } from '../src/front-matter.ts'
import { corpora, hasCorpora, label } from './corpora.ts'
import { imported, scratch, subjectsOf, writeFiles } from './files.ts'

const folder = scratch()
const site = writeFiles(join(folder, 'site'), {
  'hugo.toml':
    'title = "Site"\n[permalinks]\nposts = "/:year/:month/:slug/"\n[params]\ndescription = "Words"\n',
  'content/_index.md': '---\ntitle: Home\n---\nWelcome\n',
  'content/about/_index.md': '---\ntitle: About\naliases: [/info/, team]\n---\n',
  'content/about/people/index.md':
    '+++\ntitle = "People"\ndate = 2024-05-01T10:00:00+02:00\nimages = ["face.png"]\n[params]\nrank = 3\n+++\n\n![A face](face.png)\n{{< figure src="face.png" >}}\n',
  'content/about/people/face.png': 'png',
  'content/posts/first.md':
    '{\n  "title": "First",\n  "date": "2024-03-09",\n  "tags": ["a"],\n  "categories": ["One", "Two"],\n  "draft": true\n}\nBody\n',
  'content/posts/later.md':
    '---\ntitle: Later\ndate: 2999-01-01\nurl: /own/address/\nauthor: ann\nauthors: [Ann, { name: Ben }]\nlanguage: de\n---\n',
  'content/Notes/Some Name.md': 'No front matter\n',
  'static/files/a.pdf': '%PDF',
  'static/site.css': 'a {}',
})

it('links translations by file name, folder and translation key', async () => {
  const languages = '[languages.en]\n[languages.de]\n[languages.fr]\ncontentDir = "french"\n'
  const { item, entries } = await imported(
    'hugo',
    writeFiles(join(folder, 'languages'), {
      'hugo.toml': `title = "Site"\nlanguageCode = "en-GB"\n${languages}`,
      'content/posts/sea.md': '---\ntitle: Sea\n---\n',
      'content/posts/sea.de.md': '---\ntitle: Meer\nlanguage: de-AT\n---\n',
      'french/posts/sea.md': '---\ntitle: Mer\n---\n',
      'content/posts/alone.de.md': '---\ntitle: Allein\n---\n',
      'content/posts/one.md': '---\ntitle: One\ntranslationKey: number\n---\n',
      'content/posts/eins.de.md': '---\ntitle: Eins\ntranslationKey: number\n---\n',
    }),
  )
  const metadataOf = (path: string) => item(path).metadata
  const original = metadataOf('content/posts/sea.md')
  expect(original.id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-8/)
  expect(original).not.toHaveProperty('language')
  expect(original).not.toHaveProperty('translationOf')
  expect(metadataOf('content/posts/sea.de.md')).toMatchObject({
    language: 'de-AT',
    translationOf: original.id,
  })
  expect(metadataOf('french/posts/sea.md')).toMatchObject({ language: 'fr', translationOf: original.id })
  expect(metadataOf('content/posts/eins.de.md').translationOf).toBe(metadataOf('content/posts/one.md').id)
  expect(metadataOf('content/posts/alone.de.md')).toMatchObject({ language: 'de' })
  expect(metadataOf('content/posts/alone.de.md')).not.toHaveProperty('translationOf')
  expect(entries).toContainEqual({
    kind: 'settings',
    settings: { siteTitle: 'Site', siteLanguage: 'en-GB' },
  })
})

it('omits a language whose key is not a language tag, and reports the item', async () => {
  const keys = ['zh_cn', 'chinese-simplified']
  const languages = ['en', ...keys].map((key) => `[languages.${key}]\n`).join('')
  const { item, report } = await imported(
    'hugo',
    writeFiles(join(folder, 'keys'), {
      'hugo.toml': `${languages}contentDir = "chinese"\n`,
      'content/posts/sea.zh_cn.md': '---\ntitle: 海\n---\n',
      'content/posts/sea.md': '---\ntitle: Sea\n---\n',
      'content/posts/own.zh_cn.md': '---\ntitle: 山\nlanguage: zh-CN\n---\n',
      'chinese/posts/sea.md': '---\ntitle: 大海\n---\n',
    }),
  )
  const original = item('content/posts/sea.md').metadata
  expect(original).not.toHaveProperty('translationOf')
  for (const [file, key] of [
    ['content/posts/sea.zh_cn.md', 'zh_cn'],
    ['chinese/posts/sea.md', 'chinese-simplified'],
  ] as const) {
    const { metadata } = item(file)
    expect(metadata).toMatchObject({ translationOf: original.id, sourceUrl: `/${key}/posts/sea/` })
    expect(metadata).not.toHaveProperty('language')
  }
  expect(item('content/posts/own.zh_cn.md').metadata.language).toBe('zh-CN')
  expect(subjectsOf(report, 'language').sort()).toEqual([
    'chinese/posts/sea.md',
    'content/posts/sea.zh_cn.md',
  ])
})

it('reads YAML, TOML and JSON front matter, bundles, sections and permalinks', async () => {
  const { item, entries } = await imported('hugo', site)
  expect(item('content/about/people/index.md')).toEqual({
    type: 'page',
    metadata: {
      title: 'People',
      slug: 'people',
      status: 'published',
      sourceKey: 'content/about/people/index.md',
      sourceUrl: '/about/people/',
      pageType: 'custom',
      parentPage: 'about',
      createdAt: '2024-05-01T08:00:00.000Z',
      publishedAt: '2024-05-01T08:00:00.000Z',
      featuredImage: { url: '/about/people/face.png' },
      params: { rank: 3 },
    },
    body: '\n![A face](face.png)\n{{< figure src="face.png" >}}\n',
  })
  expect(item('content/posts/first.md').metadata).toMatchObject({
    slug: 'first',
    status: 'draft',
    category: 'One',
    tags: ['a', 'Two'],
    aliases: ['/2024/03/first/'],
  })
  expect(item('content/about/_index.md').metadata.aliases).toEqual(['/info/', '/team'])
  const media = entries.flatMap((entry) => (entry.kind === 'media' ? [entry.media.url] : []))
  expect(media).toEqual(['/about/people/face.png', '/files/a.pdf'])
  expect(entries[0]).toEqual({ kind: 'settings', settings: { siteTitle: 'Site', siteDescription: 'Words' } })
})

it('reports what it converts and what it omits', async () => {
  const { report, item } = await imported('hugo', site)
  expect(item('content/posts/later.md').metadata).toMatchObject({
    status: 'draft',
    publishAt: '2999-01-01T00:00:00.000Z',
    author: 'ann',
    authors: ['ann', 'Ben'],
    language: 'de',
    slug: 'address',
    aliases: ['/own/address/'],
  })
  expect(item('content/Notes/Some Name.md').metadata).toMatchObject({ title: 'Some Name', slug: 'some-name' })
  expect(subjectsOf(report, 'template-tag-kept')).toEqual(['content/about/people/index.md'])
  expect(subjectsOf(report, 'categories-to-tags')).toEqual(['content/posts/first.md'])
  expect(subjectsOf(report, 'scheduled')).toEqual(['content/posts/later.md'])
  expect(subjectsOf(report, 'file-type')).toEqual(['static/site.css'])
})

it('imports other sections as posts when configured', async () => {
  const { item } = await imported('hugo', site, { postSections: ['about'] })
  expect(item('content/about/people/index.md').type).toBe('post')
  expect(item('content/posts/first.md').type).toBe('page')
})

describe.skipIf(!hasCorpora)(label('the documentation of Hugo'), () => {
  it('is imported completely: every file, every alias, and every body byte for byte', async () => {
    const root = join(corpora, 'hugo')
    const { items, report } = await imported('hugo', root)
    expect(items).toHaveLength(992)
    const aliases = new Set(items.flatMap(({ metadata }) => metadata.aliases ?? []))
    const addresses: string[] = []
    for (const { metadata, body } of items) {
      const text = readFileSync(join(root, metadata.sourceKey), 'utf8')
      expect(text.endsWith(body), metadata.sourceKey).toBe(true)
      expect(text.length - body.length).toBeGreaterThan(4)
      const { fields } = readMatter(text, metadata.sourceKey)
      const ownAliases = Array.isArray(fields.aliases) ? (fields.aliases as string[]) : []
      addresses.push(
        ...ownAliases.filter((alias) => alias.startsWith('/')).map((alias) => alias.toLowerCase()),
      )
    }
    expect(addresses.length).toBeGreaterThan(250)
    expect(addresses.filter((alias) => !aliases.has(alias))).toEqual([])
    expect(subjectsOf(report, 'outside-content')).toEqual(['content/LICENSE.md'])
    expect(report.losses).toEqual([])
  })
})
