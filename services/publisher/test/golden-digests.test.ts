/**
 * Sites are updated file by file, by digests that include a format version instead of the code. If bytes changed
 * without a new format version, an upgraded site would mix old and new files. Digests of sitemap.xml, robots.txt
 * and copies are the digests of their bytes.
 */
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { helperNames } from '@typecase/theme-engine'
import { expect, it, onTestFinished } from 'vitest'
import { markedMarkup } from '../src/adapters/markup/markup.ts'
import { testPublisher } from './support/publisher.ts'
import { helperTemplates, plainMarkdown, richMarkdown, sampleSite } from './support/sample-site.ts'

interface GoldenDigest {
  readonly formatVersions: Readonly<Record<string, number>>
  readonly sha256: string
}

const text = (path: string) => readFileSync(join(import.meta.dirname, path), 'utf8')
const golden = JSON.parse(text('golden-digests.json')) as Readonly<Record<string, GoldenDigest>>

/** Files with a format version, and the versions that the bytes of a part depend on. */
const files = {
  bodies: 'src/adapters/markup/markup.ts',
  pages: 'src/core/pages/draft-page.ts',
  feed: 'src/core/pages/feeds/feeds.ts',
} as const
type Part = keyof typeof files
const dependsOn: Readonly<Record<Part, readonly Part[]>> = {
  bodies: ['bodies'],
  pages: ['pages', 'bodies'],
  feed: ['feed', 'bodies'],
}

function formatVersionOf(part: Part): number {
  const found = /^const formatVersion = (\d+)$/m.exec(text(`../${files[part]}`))
  if (!found) throw new Error(`${files[part]} has no line "const formatVersion = 1"`)
  return Number(found[1])
}

async function bodyBytes(): Promise<string> {
  const markup = markedMarkup()
  const sources = [richMarkdown, plainMarkdown].map((markdown, n) => ({ textDigest: `${n}`, markdown }))
  const made = await Promise.all(
    [true, false].map((allowRawHtml) => markup.render(sources, { allowRawHtml })),
  )
  return JSON.stringify(
    made.flat().map((body) => {
      if ('error' in body) throw new Error(body.error)
      const { pieces, urls, headings, excerpt, words } = body
      return { pieces, urls, headings, excerpt, words }
    }),
  )
}

/** Once with every helper in the clean style, once with the built-in templates below a base path. */
async function siteBytes(isPart: (path: string) => boolean): Promise<string> {
  const made: (readonly [string, string])[] = []
  for (const [templates, options] of [
    [helperTemplates, { cleanUrls: true }],
    [{}, { cleanUrls: false, baseUrl: 'https://x.test/base' }],
  ] as const) {
    const publisher = testPublisher(sampleSite(templates))
    onTestFinished(() => publisher.close())
    expect(await publisher.generate(options)).toMatchObject({ state: 'succeeded', errors: [] })
    made.push(
      ...[...(await publisher.files())].filter(([path]) => isPart(path)).sort(([a], [b]) => (a < b ? -1 : 1)),
    )
  }
  return JSON.stringify(made)
}

const bytes: Readonly<Record<Part, () => Promise<string>>> = {
  bodies: bodyBytes,
  pages: () => siteBytes((path) => path.endsWith('.html')),
  feed: () => siteBytes((path) => /(^|\/)(rss\.xml|atom\.xml|feed\.json)$/.test(path)),
}

it('the sample templates use every helper', () => {
  const all = Object.values(helperTemplates).join('\n')
  expect(helperNames.filter((name) => !new RegExp(`[{(#]${name}[ })]`).test(all))).toEqual([])
})

it.each(Object.keys(files) as Part[])(
  'the %s of a site have the same bytes while their format version is the same',
  async (part) => {
    const formatVersions = Object.fromEntries(dependsOn[part].map((name) => [name, formatVersionOf(name)]))
    const current: GoldenDigest = {
      formatVersions,
      sha256: createHash('sha256')
        .update(await bytes[part]())
        .digest('hex'),
    }
    const expected = golden[part]
    const isNewVersion = dependsOn[part].some(
      (name) => formatVersions[name] !== expected?.formatVersions[name],
    )
    const hint = part === 'bodies' ? '' : ' If the bodies changed too, increment their version first.'
    const reason = isNewVersion
      ? 'The format version changed.'
      : `The bytes of the ${part} changed, but format version ${formatVersions[part]} did not: upgraded sites would mix old and new files.
Increment "formatVersion" in services/publisher/${files[part]}, unless the sample changed.${hint}`
    const message = `${reason}\nThen update services/publisher/test/golden-digests.json:\n"${part}": ${JSON.stringify(current)}`
    expect(current, message).toEqual(expected)
  },
)
