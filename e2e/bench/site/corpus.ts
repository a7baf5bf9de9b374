/** Posts that every generator of the comparison is given: the same each time, no two alike. */

export interface CorpusPost {
  readonly title: string
  readonly slug: string
  readonly category: string
  readonly tags: readonly string[]
  /** ISO 8601; the first post is the newest. */
  readonly createdAt: string
  readonly markdown: string
}

const categories = 20
const tags = 200

/** About 600 words each, with headings, lists, a table, code, an image and links. */
export const corpus = (size: number): CorpusPost[] => Array.from({ length: size }, (_, n) => post(n, size))

export const categoryNames: readonly string[] = Array.from({ length: categories }, (_, n) => `Category ${n + 1}`)

function post(n: number, size: number): CorpusPost {
  const random = generator(n + 1)
  const sentence = (words: number) => {
    const text = Array.from({ length: words }, () => word(random)).join(' ')
    return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`
  }
  const paragraph = (sentences: number) => Array.from({ length: sentences }, () => sentence(8 + random(9))).join(' ')
  const phrase = (words: number) => sentence(words).slice(0, -1)
  const other = Math.max(0, n - 1 - random(50))
  const markdown = [
    paragraph(10),
    `## ${phrase(3)}`,
    `${paragraph(5)} Read **${phrase(2)}** and [${phrase(2)}](/post/${slugOf(other)}/), or _${phrase(2)}_ at [a site](https://example.org/${n}).`,
    Array.from({ length: 5 }, () => `- ${sentence(8)}`).join('\n'),
    `![${phrase(3)}](/images/picture-${n % 40}.png)`,
    `## ${phrase(3)}`,
    paragraph(5),
    [
      '| Sort | Size | Count |',
      '|---|:-:|--:|',
      ...Array.from({ length: 5 }, () => `| ${phrase(2)} | ${random(72)} | ${random(900)} |`),
    ].join('\n'),
    `### ${phrase(2)}`,
    paragraph(5),
    [
      '```js',
      `const ${word(random)} = (${word(random)}) => {`,
      `  return ${random(100)} < ${random(100)} && "${phrase(3)}"`,
      '}',
      '```',
    ].join('\n'),
    Array.from({ length: 4 }, (_, at) => `${at + 1}. ${sentence(7)}`).join('\n'),
    `> ${sentence(14)}`,
    paragraph(6),
  ].join('\n\n')
  return {
    title: `${phrase(4)} ${n + 1}`,
    slug: slugOf(n),
    category: categoryNames[n % categories] ?? '',
    tags: [...new Set(Array.from({ length: 3 }, () => `Tag ${random(tags) + 1}`))],
    createdAt: new Date(Date.UTC(2026, 0, 1) - n * 3_600_000 * Math.max(0.01, 10_000 / size)).toISOString(),
    markdown: `${markdown}\n`,
  }
}

const slugOf = (n: number): string => `post-${n + 1}`

const syllables = ['kan', 'lo', 'mil', 'ten', 'ra', 'vor', 'sil', 'dor', 'nes', 'pu', 'gan', 'the', 'bri', 'cas', 'wel', 'for']

const word = (random: (below: number) => number): string =>
  Array.from({ length: 1 + random(3) }, () => syllables[random(syllables.length)]).join('')

/** Mulberry32. */
function generator(seed: number): (below: number) => number {
  let state = Math.imul(seed, 0x9e3779b1)
  return (below) => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below
  }
}
