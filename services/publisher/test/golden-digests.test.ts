/**
 * The digest of a file includes a format version instead of its bytes, and decides whether the file is
 * written again. If code changed the bytes but not the format version, an upgraded site would mix old and
 * new files.
 * sitemap.xml, robots.txt and copied files have digests of their bytes, so they need no test.
 */
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { helperNames } from '@typecase/theme-engine'
import { expect, it, onTestFinished } from 'vitest'
import { markedMarkup } from '../src/adapters/markup/markup.ts'
import { testPublisher } from './support/publisher.ts'
import { helperTemplates, plainMarkdown, richMarkdown, sampleSite } from './support/sample-site.ts'

interface Recorded {
  readonly formatVersions: Readonly<Record<string, number>>
  readonly sha256: string
}

const text = (path: string) => readFileSync(join(import.meta.dirname, path), 'utf8')
const recorded = JSON.parse(text('golden-digests.json')) as Readonly<Record<string, Recorded>>

/** Files that define a format version. */
const files = {
  bodies: 'src/adapters/markup/markup.ts',
  pages: 'src/core/pages/draft-page.ts',
  feed: 'src/core/pages/feeds/feeds.ts',
} as const
type Part = keyof typeof files
/** The format versions that the bytes of a part depend on. */
const dependsOn: Readonly<Record<Part, readonly Part[]>> = {
  bodies: ['bodies'],
  pages: ['pages', 'bodies'],
  feed: ['feed', 'bodies'],
}

function formatVersionOf(part: Part): number {
  const match = /^const formatVersion = (\d+)$/m.exec(text(`../${files[part]}`))
  if (!match) throw new Error(`${files[part]} has no line "const formatVersion = 1"`)
  return Number(match[1])
}

async function bodyBytes(): Promise<string> {
  const markup = markedMarkup()
  const sources = [richMarkdown, plainMarkdown].map((markdown, n) => ({ textDigest: `${n}`, markdown }))
  const actual = await Promise.all(
    [true, false].map((allowRawHtml) => markup.render(sources, { allowRawHtml })),
  )
  return JSON.stringify(
    actual.flat().map((body) => {
      if ('error' in body) throw new Error(body.error)
      const { pieces, urls, headings, excerpt, words } = body
      return { pieces, urls, headings, excerpt, words }
    }),
  )
}

/** Generated once with every helper and clean URLs, once with the built-in templates and a base path. */
async function siteBytes(isPart: (path: string) => boolean): Promise<string> {
  const actual: (readonly [string, string])[] = []
  for (const [templates, options] of [
    [helperTemplates, { cleanUrls: true }],
    [{}, { cleanUrls: false, baseUrl: 'https://x.test/base' }],
  ] as const) {
    const publisher = testPublisher(sampleSite(templates))
    onTestFinished(() => publisher.close())
    expect(await publisher.generate(options)).toMatchObject({ state: 'succeeded', errors: [] })
    actual.push(
      ...[...(await publisher.files())].filter(([path]) => isPart(path)).sort(([a], [b]) => (a < b ? -1 : 1)),
    )
  }
  return JSON.stringify(actual)
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
  'the bytes of the part %s of a site change only together with its format version',
  async (part) => {
    const formatVersions = Object.fromEntries(dependsOn[part].map((name) => [name, formatVersionOf(name)]))
    const actual: Recorded = {
      formatVersions,
      sha256: createHash('sha256')
        .update(await bytes[part]())
        .digest('hex'),
    }
    const expected = recorded[part]
    const isRaised = dependsOn[part].some((name) => formatVersions[name] !== expected?.formatVersions[name])
    const bodiesHint =
      part === 'bodies' ? '' : ' If the bodies changed too, raise their version first; that may be enough.'
    const instruction = isRaised
      ? 'A format version was raised.'
      : `The bytes of the ${part} differ from those of format version ${formatVersions[part]}, so existing sites would mix old and new files.
Raise the version in services/publisher/${files[part]}, unless the sample itself was changed.${bodiesHint}`
    const message = `${instruction}\nThen record in services/publisher/test/golden-digests.json:\n"${part}": ${JSON.stringify(actual)}`
    expect(actual, message).toEqual(expected)
  },
)
