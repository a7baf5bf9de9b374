/** Posts for every site generator in the comparison: pseudorandom, but the same in every run. */

export interface CorpusPost {
  readonly title: string
  readonly slug: string
  readonly category: string
  readonly tags: readonly string[]
  /** Instant in ISO 8601; the first post is the newest. */
  readonly createdAt: string
  readonly markdown: string
}

const categories = 20
const tags = 200

/** Percentage of posts with each Markdown feature, as in blogs of large projects. */
const share = {
  rawHtml: 20,
  fencedCode: 60,
  list: 80,
  nestedList: 25,
  referenceLinks: 40,
  hardBreaks: 40,
  quote: 20,
  table: 10,
  image: 20,
  nonAscii: 45,
}

/** Posts of about 600 words each. */
export const corpus = (size: number): CorpusPost[] => Array.from({ length: size }, (_, n) => post(n, size))

export const categoryNames: readonly string[] = Array.from(
  { length: categories },
  (_, n) => `Category ${n + 1}`,
)

function post(n: number, size: number): CorpusPost {
  const random = generator(n + 1)
  const write = writer(random)
  const has = (percent: number): boolean => random(100) < percent
  const blocks: string[] = [write.paragraph(8)]
  const other = slugOf(Math.max(0, n - 1 - random(50)))
  for (let section = 0; section < 4; section += 1) {
    blocks.push(
      `${section === 3 ? '###' : '##'} ${write.phrase(3)}`,
      write.linked(n, other),
      write.paragraph(5),
    )
    if (section === 1 && has(share.nonAscii)) blocks.push(write.nonAscii())
    if (has(share.hardBreaks / 3)) blocks.push(write.hardBreaks())
  }
  const at = (block: string) => blocks.splice(2 + random(blocks.length - 1), 0, block)
  if (has(share.fencedCode)) at(write.code())
  if (has(share.list)) at(write.list())
  if (has(share.nestedList)) at(write.nestedList())
  if (has(share.quote)) at(write.quote())
  if (has(share.table)) at(write.table())
  if (has(share.image)) at(`![${write.phrase(3)}](/images/picture-${n % 40}.png)`)
  if (has(share.rawHtml)) at(write.rawHtml(n))
  if (has(share.referenceLinks)) blocks.push(...write.referenceLinks(n, other))
  return {
    title: `${write.phrase(4)} ${n + 1}`,
    slug: slugOf(n),
    category: categoryNames[n % categories] ?? '',
    tags: [...new Set(Array.from({ length: 3 }, () => `Tag ${random(tags) + 1}`))],
    createdAt: new Date(Date.UTC(2026, 0, 1) - n * 3_600_000 * Math.max(0.01, 10_000 / size)).toISOString(),
    markdown: `${blocks.join('\n\n')}\n`,
  }
}

type Random = (below: number) => number

function writer(random: Random) {
  const sentence = (words: number): string => {
    const text = Array.from({ length: words }, () => word(random)).join(' ')
    return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`
  }
  const phrase = (words: number): string => sentence(words).slice(0, -1)
  const paragraph = (sentences: number): string =>
    Array.from({ length: sentences }, () => sentence(8 + random(9))).join(' ')
  const lines = (count: number, line: (at: number) => string): string =>
    Array.from({ length: count }, (_, at) => line(at)).join('\n')
  return {
    phrase,
    paragraph,
    linked: (n: number, other: string): string =>
      `${paragraph(3)} Read **${phrase(2)}** and [${phrase(2)}](/post/${other}/), or _${phrase(2)}_ at ` +
      `[a site](https://example.org/${n}) with \`${word(random)}()\`.`,
    nonAscii: (): string => `“${phrase(3)}” – ${sentence(9)} Grüße, café… 日本語 ${sentence(6)}`,
    hardBreaks: (): string => lines(4, () => `${sentence(6)}  `).trimEnd(),
    code: (): string =>
      [
        '```js',
        `const ${word(random)} = (${word(random)}) => {`,
        `  return ${random(100)} < ${random(100)} && "${phrase(3)}"`,
        '}',
        '```',
      ].join('\n'),
    list: (): string => lines(5, (at) => `- ${at === 2 ? `**${phrase(2)}**: ` : ''}${sentence(8)}`),
    nestedList: (): string =>
      lines(6, (at) => (at % 3 === 0 ? `1. ${sentence(7)}` : `   - ${sentence(6)} See \`${word(random)}\`.`)),
    quote: (): string => lines(2, () => `> ${sentence(14)}`),
    table: (): string =>
      [
        '| Sort | Size | Count |',
        '|---|:-:|--:|',
        lines(5, () => `| ${phrase(2)} | ${random(72)} | ${random(900)} |`),
      ].join('\n'),
    rawHtml: (n: number): string => {
      const forms = [
        `<figure>\n<img src="/images/picture-${n % 40}.png" alt="${phrase(3)}" width="640">\n` +
          `<figcaption>${sentence(5)}</figcaption>\n</figure>`,
        `<details>\n<summary>${phrase(3)}</summary>\n\n${paragraph(2)}\n\n</details>`,
        `${sentence(8)} Press <kbd>Ctrl</kbd>+<kbd>K</kbd>, then <em>${phrase(2)}</em>.<br>\n${sentence(5)}`,
      ]
      return forms[random(forms.length)] ?? ''
    },
    referenceLinks: (n: number, other: string): string[] => [
      `${sentence(8)} See [${phrase(2)}][first], [second] and [the list][third]. ${sentence(6)}`,
      `[first]: /post/${other}/\n[second]: https://example.org/${n}/second "${phrase(2)}"\n[third]: https://example.com/list`,
    ],
  }
}

const slugOf = (n: number): string => `post-${n + 1}`

const syllables = [
  'kan',
  'lo',
  'mil',
  'ten',
  'ra',
  'vor',
  'sil',
  'dor',
  'nes',
  'pu',
  'gan',
  'the',
  'bri',
  'cas',
  'wel',
  'for',
]

const word = (random: Random): string =>
  Array.from({ length: 1 + random(3) }, () => syllables[random(syllables.length)]).join('')

/** The pseudorandom number generator Mulberry32. */
function generator(seed: number): Random {
  let state = Math.imul(seed, 0x9e3779b1)
  return (below) => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below
  }
}
