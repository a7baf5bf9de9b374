/** Converts HTML to Markdown block by block; blocks that Markdown cannot express stay HTML. */
import type { Element, Root, RootContent } from 'hast'
import rehypeParse from 'rehype-parse'
import rehypeRemark from 'rehype-remark'
import remarkGfm from 'remark-gfm'
import remarkParse from 'remark-parse'
import remarkRehype from 'remark-rehype'
import remarkStringify from 'remark-stringify'
import { unified } from 'unified'
import { isPlain, plainForm, sameMeaning } from './plain-html.ts'

export interface ConvertedHtml {
  readonly markdown: string
  /** Names of top-level elements that stayed HTML. */
  readonly kept: readonly string[]
  /** True if classes, styles or sizes were omitted. */
  readonly isRestyled: boolean
}

const htmlParser = unified().use(rehypeParse, { fragment: true })
const toMarkdown = unified().use(rehypeRemark)
const writer = unified()
  .use(remarkGfm)
  .use(remarkStringify, { bullet: '-', emphasis: '_', fences: true, listItemIndent: 'one', rule: '-' })
const reader = unified().use(remarkParse).use(remarkGfm).use(remarkRehype)

export function htmlToMarkdown(html: string): ConvertedHtml {
  const all = blocksOf(htmlParser.parse(html))
  // Converts plain content in one step, which is much faster than block by block.
  return (all.length > 1 ? plainWhole(all) : undefined) ?? blockByBlock(all, html)
}

function plainWhole(blocks: readonly RootContent[][]): ConvertedHtml | undefined {
  if (!blocks.every((block) => block.every((node) => isPlain(node)))) return undefined
  const forms = blocks.map((block) => plainForm(block))
  const markdown = markdownOf(forms.flatMap((form) => form?.nodes ?? []))
  const isRestyled = forms.some((form) => form?.isRestyled)
  return markdown === undefined ? undefined : { markdown: `${markdown}\n`, kept: [], isRestyled }
}

function blockByBlock(all: readonly RootContent[][], html: string): ConvertedHtml {
  const blocks: string[] = []
  const kept: string[] = []
  let isRestyled = false
  for (const block of all) {
    const source = sourceOf(block, html)
    const plain = block.every((node) => isPlain(node)) ? plainForm(block) : undefined
    const markdown = plain && markdownOf(plain.nodes)
    if (markdown === undefined) {
      blocks.push(rawBlock(source))
      kept.push(...block.flatMap((node) => (node.type === 'element' ? [node.tagName] : [])))
    } else {
      if (plain?.isRestyled) isRestyled = true
      if (markdown !== '') blocks.push(markdown)
    }
  }
  return { markdown: blocks.length === 0 ? '' : `${blocks.join('\n\n')}\n`, kept, isRestyled }
}

const inline = new Set(
  'a abbr b bdi bdo br cite code data del dfn em i img ins kbd mark q s samp small span strong strike sub sup time u var'.split(
    ' ',
  ),
)

/** Groups adjacent inline nodes into one block. */
function blocksOf(root: Root): RootContent[][] {
  const blocks: RootContent[][] = []
  let run: RootContent[] = []
  const flush = (): void => {
    if (run.some((node) => node.type !== 'text' || node.value.trim() !== '')) blocks.push(run)
    run = []
  }
  for (const node of root.children) {
    if (node.type === 'text' || (node.type === 'element' && inline.has(node.tagName))) run.push(node)
    else {
      flush()
      blocks.push([node])
    }
  }
  flush()
  return blocks
}

function sourceOf(block: readonly RootContent[], html: string): string {
  const start = block[0]?.position?.start.offset ?? 0
  const end = block.at(-1)?.position?.end.offset ?? start
  return html.slice(start, end)
}

/** Converts the nodes; undefined if the Markdown would render differently from the HTML. */
function markdownOf(nodes: Element[]): string | undefined {
  const root: Root = { type: 'root', children: nodes }
  const markdown = writer.stringify(toMarkdown.runSync(structuredClone(root)) as never).trim()
  const again = reader.runSync(reader.parse(markdown)) as Root
  return sameMeaning(root, again) ? markdown : undefined
}

/** Removes empty lines, which would end the HTML block. */
function rawBlock(source: string): string {
  const inPre = source.replace(
    /(<pre\b[^>]*>)([\s\S]*?)(<\/pre>)/gi,
    (_all, open, text, close) => open + text.replace(/\n(?=[ \t]*\n)/g, '&#10;') + close,
  )
  return inPre.trim().replace(/\n(?:[ \t]*\n)+/g, '\n')
}
