/** The images found in the parts of a body equal those found in the whole body. */
import { randomRuns } from '@typecase/testing/random-runs'
import { describe, expect, test } from 'vitest'
import { embeddedImages, imagesOfWhole } from './embedded-images.ts'
import { partsWithImages } from './parts-with-images.ts'

const image = '![x](/images/a-1.png)'

describe('parts with images', () => {
  test('a paragraph with an image is parsed alone', () => {
    const body = `# Title\n\nProse.\n\n${image} and more\nof it\n\nProse.\n`
    expect(partsWithImages(body)).toEqual([
      { start: body.indexOf('!['), text: `${image} and more\nof it\n\n` },
    ])
  })

  test('indented lines belong to the block before them', () => {
    const body = `Prose.\n\n- item\n\n  ${image}\n\nProse.\n`
    expect(partsWithImages(body)).toEqual([
      { start: body.indexOf('- item'), text: `- item\n\n  ${image}\n\n` },
    ])
  })

  test.each([
    ['in a fence', `\`\`\`\n\n${image}\n\n\`\`\`\n`],
    ['in a fence that is never closed', `~~~ text\n${image}\n\`\`\`\n\n${image}`],
    ['in a fence that contains a shorter fence', `\`\`\`\`\n\`\`\`\n${image}\n\`\`\`\`\n`],
  ])('do not exist %s', (_, body) => {
    expect(partsWithImages(body)).toEqual([])
    expect(imagesOfWhole(body)).toEqual([])
  })

  test.each([
    ['HTML', `<pre>\n\n${image}\n\n</pre>`],
    ['a byte order mark', `text\n\n\ufeff${image}`],
    ['a definition', `![x][y]\n\n[y]: /images/a-1.png`],
    ['a fence that may be in a list', `- a\n\n  \`\`\`\n\n${image}\n`],
  ])('%s requires parsing the whole body', (_, body) => {
    expect(partsWithImages(body)).toBeUndefined()
  })

  test('inline code that looks like a fence does not hide later images', () => {
    expect(embeddedImages(`\`\`\`a\`b\`\`\`\n\n${image}`)).toHaveLength(1)
  })
})

const random = (seed: number) => {
  let state = seed
  return (below: number) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff
    return Math.floor((state / 0x80000000) * below)
  }
}

const lines = [
  ...[
    '',
    '',
    '',
    '  ',
    '\t',
    image,
    image,
    `text ${image} text`,
    `[${image}](/x)`,
    `# ${image}`,
    'text',
    'text',
    '===',
    '---',
  ],
  ...['```', '```', '~~~', '````', '``` js', '~~~~ a`b', '```a`b', '`` ![x](/images/a-1.png) ``', '`', '``'],
  ...[
    '- item',
    `- ${image}`,
    '1. item',
    `10) ${image}`,
    '-',
    '> quote',
    `> ${image}`,
    '>',
    '> ```',
    '- ```',
    '* * *',
    '+ > x',
  ],
  ...[
    '| a | b |',
    '| - | - |',
    `| ${image} | b |`,
    '\\',
    '*a',
    'b*',
    '[a',
    `](/x) ${image}`,
    '![a',
    '](/images/b.png "t',
    't")',
  ],
  ...['&lt;', 'a\u00a0', '\f', '\u2028', '~~~ a\u2028b', '``` a\u2029b', 'a [x]', '![x]', '**', '~~'],
]
const rare = ['\ufeff', '[x]: /images/c.png', '<b>', '<!--', '-->', '<pre>', '</pre>', '1 < 2', '  ```']
const indents = ['', '', '', '', ' ', '  ', '   ', '    ', '\t', '> ', '- ']

test('random bodies have the same images in parts and as a whole', () => {
  const bodies = randomRuns({ short: 400, long: 2_000 })
  let inParts = 0
  let shown = 0
  for (let seed = 1; seed <= bodies; seed++) {
    const next = random(seed * 7_919)
    const pick = <T>(from: readonly T[]) => from[next(from.length)] as T
    const chosen = Array.from(
      { length: 2 + next(12) },
      () => pick(indents) + (next(60) === 0 ? pick(rare) : pick(lines)),
    )
    const body = chosen.join(pick(['\n', '\n', '\r\n', '\r']))
    const parts = partsWithImages(body)
    if (parts && parts[0]?.text !== body) inParts++
    const whole = imagesOfWhole(body)
    shown += whole.length
    expect(embeddedImages(body), `seed ${seed}: ${JSON.stringify(body)}`).toEqual(whole)
  }
  // Ensures that the bodies exercise parsing in parts.
  expect(inParts).toBeGreaterThan(0.35 * bodies)
  expect(shown).toBeGreaterThan(bodies / 2)
}, 120_000)
