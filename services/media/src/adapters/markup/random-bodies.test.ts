/** Tests with random bodies and known image uses: exactly these uses are found, removed and rewritten. */
import { expect, test } from 'vitest'
import { removalOf, withEdits } from '../../core/references/embedded-image.ts'
import { embeddedImages } from './embedded-images.ts'
import { writable } from './plain-image.ts'

const url = '/images/a-1.png'
const newAlt = 'neu "ä" 😀'

/** A block of Markdown, the block after removal of the file, and the block with a new alt text. */
interface Block {
  readonly source: string
  readonly uses: number
  readonly cleaned: string
  readonly described: string
}

type Random = () => number
function random(seed: number): Random {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}
const pick = <T>(next: Random, values: readonly T[]): T => values[Math.floor(next() * values.length)] as T

const words = [
  'Type',
  'Größe',
  '😀',
  '👩‍👩‍👧',
  'a\u0301',
  '\u{1F600}\u{1F3FD}',
  'x & y',
  'tab\there',
  '&amp;',
  '1 < 2',
  '“quoted”',
  '\u00a0',
  '雪',
  'e.g.',
]
const some = (next: Random): string =>
  Array.from({ length: 1 + Math.floor(next() * 4) }, () => pick(next, words)).join(' ')

const none = (source: string): Block => ({ source, uses: 0, cleaned: source, described: source })
/** Alternates text and uses, beginning and ending with text. */
const used = (next: Random, around: readonly string[], uses: readonly ((alt: string) => string)[]): Block => {
  const alt = some(next)
  const interleaved = (show: (use: (alt: string) => string) => string) =>
    around.map((text, at) => text + (uses[at] ? show(uses[at]) : '')).join('')
  return {
    source: interleaved((use) => use(alt.replace(/[&<]/g, ''))),
    uses: uses.length,
    cleaned: interleaved(() => ''),
    described: interleaved((use) => use(newAlt)),
  }
}
const html = (text: string) => text.replaceAll('"', '&quot;')

/** Markdown images in several syntaxes. */
const markdown = [
  (alt: string) => `![${alt}](${url})`,
  (alt: string) => `![${alt}](${url} "Title with ${url}")`,
  (alt: string) => `![${alt}](<${url}> 'T')`,
]
const img = (before: string, after: string) => (alt: string) =>
  `<img${before} alt="${html(alt)}" src="${url}"${after}>`
const images = [
  img('', ''),
  img(` title="${url}"`, ' /'),
  img(`\tclass='a'`, ` data-src="${url}"`),
  img(` srcset="${url}?w=2 2x"`, ''),
]

const blocks: readonly ((next: Random) => Block)[] = [
  // Blocks without a use.
  (next) => none(`${some(next)} ${url} ${some(next)}`),
  (next) => none(`${some(next)} \`![x](${url})\` \`\` <img src="${url}"> \`\` ${some(next)}`),
  (next) =>
    none(
      `${pick(next, ['```', '~~~~', '```html'])}\n![x](${url})\n<img src="${url}">\n~~~\n`.replace(
        /^(`{3}|~{4})([\s\S]*)$/,
        '$1$2$1',
      ),
    ),
  () => none(`    ![x](${url})\n    <img src="${url}">`),
  () => none(`\t![x](${url})`),
  (next) => none(`<!-- ${some(next)} ![x](${url}) <img src="${url}"> -->`),
  (next) => none(`[${some(next).replace(/[[\]]/g, '')}](${url}) and <a href="${url}">x</a>`),
  () => none(`![x](${url}.bak) ![x](/x${url}) ![x](${url}?v=1) ![x](${url}#f) <img src="${url}2">`),
  () => none(`<img data-src="${url}" title='src="${url}"' src="/images/other.png">`),
  () =>
    none(`<picture><source srcset="${url} 2x"><img srcset="${url} 2x" src="/images/other.png"></picture>`),
  () => none(`<script>const a = '<img src="${url}">'</script>`),
  (next) => none(`[unused-${Math.floor(next() * 1e6)}]: ${url} "T"`),
  (next) => none(`\\![x](${url}\\) ${some(next)}`),
  // Blocks with uses.
  (next) => used(next, [`${some(next)} `, ` ${some(next)}`], [pick(next, markdown)]),
  (next) =>
    used(next, ['', ` ${some(next)} `, ` \`![x](${url})\``], [pick(next, markdown), pick(next, markdown)]),
  (next) =>
    used(
      next,
      [`${some(next)} `, ` ${some(next)}`],
      [(alt) => `[${pick(random(1), markdown)(alt)}](https://example.org/a "T")`],
    ),
  (next) => used(next, [`> ${some(next)}\n> `, `\n> ${some(next)}`], [pick(next, markdown)]),
  (next) => used(next, [`-\t${some(next)} `, `\n- ${some(next)}`], [pick(next, markdown)]),
  (next) =>
    used(next, [`| a | b |\n| - | - |\n| ${some(next)} | `, ' |'], [markdown[0] as (alt: string) => string]),
  (next) => used(next, [`# ${some(next)} `, ''], [pick(next, markdown)]),
  (next) => used(next, [`**${some(next)} x`, 'y**'], [pick(next, markdown)]),
  (next) => used(next, [`${some(next)} `, ` ${some(next)}`], [pick(next, images)]),
  (next) => used(next, [`<div>\n<p>${some(next)} `, ` ${url}</p>\n</div>`], [pick(next, images)]),
  (next) =>
    used(
      next,
      [`<p><a href="${url}-x">t</a> `, '</p>'],
      [(alt) => `<a href="/x">\t${(images[0] as (alt: string) => string)(alt)} </a>`],
    ),
  (next) => {
    const name = `pic-${Math.floor(next() * 1e6)}`
    return used(
      next,
      [`${some(next)} `, ` ${some(next)}\n\n[${name}]: ${url} 'T'`],
      [(alt) => `![${alt}][${name}]`],
    )
  },
  (next) => {
    const caption = some(next).replace(/[&<]/g, '')
    return used(
      next,
      ['', ''],
      [
        (alt) =>
          `<figure>\n<img src="${url}" alt="${html(alt)}">\n<figcaption>${caption}</figcaption>\n</figure>`,
      ],
    )
  },
]

/** Blocks separated by paragraphs, so that no block continues the previous one. */
function bodyOf(seed: number): Block {
  const next = random(seed)
  const chosen = Array.from({ length: 1 + Math.floor(next() * 9) }, () => pick(next, blocks)(next))
  const [begin, end] = [pick(next, ['', '', '\ufeff']), pick(next, ['', '\n', '\n\n'])]
  const lineEnd = pick(next, ['\n', '\n', '\r\n'])
  const joined = (part: 'source' | 'cleaned' | 'described') =>
    (begin + chosen.map((block) => block[part]).join('\n\nA paragraph in between.\n\n') + end).replaceAll(
      '\n',
      lineEnd,
    )
  return {
    source: joined('source'),
    cleaned: joined('cleaned'),
    described: joined('described'),
    uses: chosen.reduce((sum, { uses }) => sum + uses, 0),
  }
}

const found = (body: string) => embeddedImages(body).map(writable)
const clean = (body: string) =>
  withEdits(
    body,
    removalOf(found(body), ({ src }) => src === url),
  )
const describeAgain = (body: string) =>
  withEdits(
    body,
    found(body)
      .filter(({ src }) => src === url)
      .map(({ alt }) => ({ ...alt.range, text: alt.write(newAlt) })),
  )

test('every use in random bodies is found, removed and rewritten, and all other bytes are kept', () => {
  for (let seed = 1; seed <= 150; seed++) {
    const { source, uses, cleaned, described } = bodyOf(seed)
    const why = `seed ${seed}: ${JSON.stringify(source)}`
    expect(
      found(source).filter(({ src }) => src === url),
      why,
    ).toHaveLength(uses)
    expect(clean(source), why).toBe(cleaned)
    expect(describeAgain(source), why).toBe(described)
    expect(describeAgain(described), why).toBe(described)
  }
}, 60_000)
