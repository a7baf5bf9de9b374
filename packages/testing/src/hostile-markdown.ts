/**
 * Markdown that is expensive to parse: each text overflows the stack of some parser or takes quadratic time.
 * The tests of every parser of bodies use all texts.
 */

export interface HostileText {
  readonly name: string
  /** Returns a text of about `length` UTF-16 units. */
  readonly ofLength: (length: number) => string
}

/** UTF-16 units of the longest body that fits into one API request (4 MiB of JSON). */
export const longestBody = 4_000_000

const filled = (unit: string, length: number): string =>
  unit.repeat(Math.max(1, Math.floor(length / unit.length)))

const repeated = (unit: string, end = ''): HostileText['ofLength'] => {
  return (length) => filled(unit, length - end.length) + end
}

/** Runs of 1, 2, 3, ... characters, separated by spaces. */
function growing(character: string, length: number): string {
  const runs: string[] = []
  for (let size = 1, left = length; left > 0; size++) {
    runs.push(character.repeat(size))
    left -= size + 1
  }
  return runs.join(' ')
}

/** Lines that each go one level deeper. The total length is quadratic in the depth. */
function staircase(step: string, end: string, length: number): string {
  const depth = Math.floor(Math.sqrt((2 * length) / step.length))
  return Array.from({ length: depth }, (_, level) => `${step.repeat(level)}${end}`).join('\n')
}

const numbered = (line: (n: number) => string, length: number): string => {
  const lines: string[] = []
  for (let n = 0, size = 0; size < length; n++) {
    const next = line(n)
    lines.push(next)
    size += next.length + 1
  }
  return lines.join('\n')
}

const table = (length: number): string => {
  const columns = Math.min(10_000, Math.floor(length / 12))
  const head = `${'|a'.repeat(columns)}|\n${'|-'.repeat(columns)}|\n`
  return head + filled('|b\n', length - head.length)
}

export const hostileMarkdown: readonly HostileText[] = [
  { name: 'nested quotes', ofLength: repeated('> ', 'a') },
  { name: 'nested quotes without spaces', ofLength: repeated('>', 'a') },
  { name: 'nested lists', ofLength: repeated('- ', 'a') },
  { name: 'nested numbered lists', ofLength: repeated('1. ', 'a') },
  { name: 'alternating quotes and lists', ofLength: repeated('> - * 1) ', 'a') },
  { name: 'lists that indent line by line', ofLength: (length) => staircase('  ', '- a', length) },
  { name: 'quotes that deepen line by line', ofLength: (length) => staircase('>', ' a', length) },
  { name: 'many lines of nested quotes', ofLength: repeated(`${'>'.repeat(500)} a\n`) },
  { name: 'opening brackets', ofLength: repeated('[') },
  { name: 'closed brackets', ofLength: (length) => filled('[', length / 2) + filled(']', length / 2) },
  {
    name: 'links in links',
    ofLength: (length) => `${filled('[', length / 5)}a${filled('](u)', (length * 4) / 5)}`,
  },
  { name: 'opening images', ofLength: repeated('![') },
  {
    name: 'images in images',
    ofLength: (length) => `${filled('![', length / 3)}a${filled('](u)', (length * 2) / 3)}`,
  },
  { name: 'closing parts of links', ofLength: repeated('](') },
  { name: 'links that never end', ofLength: repeated('[a](') },
  { name: 'links in angle brackets that never end', ofLength: repeated('[a](<b') },
  { name: 'links with titles that never end', ofLength: repeated('[a](b "') },
  { name: 'emphasis that never closes', ofLength: repeated('*a ') },
  { name: 'emphasis and strong emphasis that never close', ofLength: repeated('*a **a ') },
  { name: 'closing emphasis without an opening', ofLength: repeated('a* ') },
  { name: 'alternating emphasis', ofLength: repeated('*a_') },
  { name: 'emphasis with runs of unequal length', ofLength: repeated('_a__') },
  {
    name: 'nested emphasis',
    ofLength: (length) => `${filled('*a _a ', length / 2)}${filled('a_ a* ', length / 2)}`,
  },
  {
    name: 'a pair of long runs',
    ofLength: (length) => `${filled('*', length / 2)}a${filled('*', length / 2)}`,
  },
  { name: 'a run of asterisks', ofLength: (length) => `a${filled('*', length - 2)}a` },
  { name: 'a run of underscores', ofLength: (length) => `a ${filled('_', length - 3)}a` },
  { name: 'strikethrough', ofLength: repeated('~~a ~') },
  { name: 'backticks of growing length', ofLength: (length) => growing('`', length) },
  {
    name: 'unpaired backticks',
    ofLength: (length) => `${filled('`', length / 2)}a${filled('` ', length / 2)}`,
  },
  { name: 'tags that never end', ofLength: repeated('<a') },
  { name: 'tags with attributes that never end', ofLength: repeated('<a b="') },
  { name: 'one tag of many attributes', ofLength: (length) => `<a ${filled('b ', length - 4)}>` },
  { name: 'comments that never end', ofLength: repeated('<!--') },
  { name: 'inline comments that never end', ofLength: repeated('a <!-- ') },
  { name: 'processing instructions that never end', ofLength: repeated('a <?') },
  { name: 'declarations that never end', ofLength: repeated('a <!A ') },
  { name: 'CDATA sections that never end', ofLength: repeated('a <![CDATA[') },
  { name: 'scripts that never end', ofLength: repeated('<script>') },
  { name: 'inline scripts that never end', ofLength: repeated('a <script> ') },
  { name: 'a fence that never closes', ofLength: (length) => `\`\`\`\n${filled('a\n', length - 4)}` },
  {
    name: 'fences of growing length',
    ofLength: (length) => numbered((n) => '`'.repeat(3 + (n % 2000)), length),
  },
  { name: 'one long line', ofLength: repeated('word ') },
  { name: 'one long word', ofLength: repeated('a') },
  { name: 'spaces', ofLength: (length) => `a${filled(' ', length - 2)}b` },
  { name: 'empty lines', ofLength: repeated('\n', 'a') },
  { name: 'lines of spaces', ofLength: repeated('   \n', 'a') },
  { name: 'tabs', ofLength: (length) => `-${filled('\t', length - 2)}a` },
  { name: 'backslashes', ofLength: repeated('\\') },
  { name: 'link definitions', ofLength: (length) => numbered((n) => `[r${n}]: /u${n}`, length) },
  {
    name: 'link definitions and their uses',
    ofLength: (length) => numbered((n) => `[r${n}]: /u\n\n[r${n}]`, length),
  },
  { name: 'a link definition that never ends', ofLength: repeated('[a]: <') },
  { name: 'link definitions with titles that never end', ofLength: repeated('[a]: u "\n') },
  { name: 'nested elements', ofLength: repeated('<div>') },
  { name: 'nested elements on separate lines', ofLength: repeated('<div>\n\n') },
  { name: 'nested inline elements', ofLength: repeated('a<b>') },
  { name: 'formatting elements that pile up', ofLength: repeated('<b><i><p>') },
  { name: 'nested figures with images', ofLength: repeated('<figure><a href=u><img src=u>') },
  {
    name: 'images in one figure',
    ofLength: (length) => `<figure>${filled('<img src=u>', length - 20)}</figure>`,
  },
  { name: 'linked images', ofLength: repeated('[![a](/u)](/v) ') },
  { name: 'linked images without spaces between them', ofLength: repeated('[![a](/u)](/v)') },
  { name: 'a table of 10000 columns', ofLength: table },
  { name: 'a table of many rows', ofLength: (length) => `|a|b|\n|-|-|\n${filled('|c|d|\n', length - 12)}` },
  { name: 'pipes', ofLength: repeated('|') },
  { name: 'a table row of many pipes', ofLength: repeated('| ', '\n|-|') },
  { name: 'dashes', ofLength: repeated('-', 'a') },
  { name: 'dashes and spaces', ofLength: repeated('- - ', 'a') },
  { name: 'headings', ofLength: repeated('# a\n') },
  { name: 'underlined headings', ofLength: repeated('a\n=\n') },
  { name: 'a run of hashes', ofLength: (length) => `# a ${filled('# ', length - 6)}a` },
  { name: 'entities', ofLength: repeated('&amp;') },
  { name: 'entities that never end', ofLength: repeated('&a') },
  { name: 'ampersands', ofLength: repeated('&') },
  { name: 'bare URLs', ofLength: repeated('http://a.b ') },
  { name: 'a URL that never ends', ofLength: (length) => `http://${filled('a.', length - 10)}` },
  {
    name: 'a URL of brackets',
    ofLength: (length) => `http://a.b/${filled('(', length / 2)}${filled(')', length / 2)}`,
  },
  { name: 'email addresses without a local part', ofLength: repeated('a@') },
  { name: 'an email address with a long local part', ofLength: (length) => `${filled('a.', length - 5)}@b` },
  { name: 'an autolink that never ends', ofLength: repeated('<http:a') },
  { name: 'footnotes', ofLength: (length) => numbered((n) => `[^${n}]: a\n\n[^${n}]`, length) },
  { name: 'opening footnotes', ofLength: repeated('[^a') },
  { name: 'lists of one item', ofLength: repeated('- a\n\n1. b\n\n') },
  { name: 'one list of many items', ofLength: repeated('- a\n') },
  { name: 'tasks', ofLength: repeated('- [x] a\n') },
  { name: 'lazy continuation lines of a quote', ofLength: (length) => `> a\n${filled('b\n', length - 4)}` },
  { name: 'separate quotes', ofLength: repeated('> a\n\n') },
  { name: 'carriage returns as line ends', ofLength: repeated('a\r') },
  { name: 'characters of two UTF-16 units', ofLength: repeated('🎉') },
]
