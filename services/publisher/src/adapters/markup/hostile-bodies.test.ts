import { hostileMarkdown } from '@typecase/testing/hostile-markdown'
import { afterAll, expect, it } from 'vitest'
import { markedMarkup } from './markup.ts'

const rendered = async (
  renderer: ReturnType<typeof markedMarkup>,
  markdown: string,
  options: { allowRawHtml: boolean },
) => (await renderer.render([{ textDigest: markdown.slice(0, 100), markdown }], options))[0]

const markup = markedMarkup()
const hasty = markedMarkup({ cpuLimitMs: () => 200 })
afterAll(() => Promise.all([markup.part.stop(), hasty.part.stop()]))

it('renders a long body like a short one', async () => {
  const source = '# Title\n\n![a](/a.png) [b](/b)\n\n<script>x</script>\n'
  const safe = { allowRawHtml: false }
  const [short, long] = [
    await rendered(markup, source, safe),
    await rendered(markup, source + '\nword'.repeat(2000), safe),
  ]
  expect(long).toMatchObject({ urls: ['/a.png', '/b'], headings: [{ level: 1, text: 'Title', id: 'title' }] })
  expect(short && 'pieces' in short && long && 'pieces' in long && long.pieces.slice(0, 2)).toEqual(
    short && 'pieces' in short && short.pieces.slice(0, 2),
  )
})

it.each([
  ['nests too deeply', '> '.repeat(20_000), 'it nests deeper than 100 levels'],
  ['takes too long', '*a_'.repeat(200_000), 'rendering it took too long'],
  [
    'expands to too much HTML',
    `${'|a'.repeat(600)}|\n${'|-'.repeat(600)}|\n${'|b\n'.repeat(2500)}`,
    'its HTML is longer than 6000000 characters',
  ],
])('reports why it does not render a body that %s', async (_what, source, error) => {
  const cpuLimitMs = (length: number) => (length > 500_000 ? 200 : 60_000)
  const patient = markedMarkup({ cpuLimitMs })
  expect(await rendered(patient, source, { allowRawHtml: false })).toEqual({ error })
  await patient.part.stop()
})

it.each([0, 5_000])(
  'reports a body if the parser fails at a list that follows %d characters',
  async (length) => {
    const source = `${'word '.repeat(length / 5)}\n\n1. a\n    >3. b\nc`
    expect(await rendered(markup, source, { allowRawHtml: false })).toEqual({
      error: 'it cannot be read as Markdown',
    })
  },
)

it('renders raw HTML although its tags are never closed', async () => {
  const body = await rendered(markup, `caf&eacute; ${'<b>'.repeat(300_000)}`, { allowRawHtml: true })
  expect(body).toMatchObject({ excerpt: 'café' })
})

it.each(hostileMarkdown)('$name are rendered or rejected within the time limit', async ({ ofLength }) => {
  for (const [length, allowRawHtml] of [
    [3_900, true],
    [60_000, false],
  ] as const) {
    const body = await rendered(hasty, ofLength(length), { allowRawHtml })
    expect(body && ('error' in body ? body.error : body.pieces.length)).toBeTruthy()
  }
})
