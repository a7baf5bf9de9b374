/** Converts WordPress content: blocks, classic text and shortcodes. */
import { parse } from '@wordpress/block-serialization-default-parser'
import { htmlToMarkdown } from './html-to-markdown.ts'
import { impliedParagraphs } from './implied-paragraphs.ts'
import { replaceShortcodes, type ShortcodeContext } from './shortcodes.ts'

type ParsedBlock = ReturnType<typeof parse>[number]

export interface ContentNotes {
  kept(name: string): void
  /** Reports a block or shortcode without an equivalent. The body keeps its source; embeds become links. */
  lost(name: string): void
  restyled(): void
}

/** Layout blocks, whose contents are converted one by one. */
const layouts = new Set(
  ['group', 'columns', 'column', 'row', 'stack', 'buttons', 'gallery'].map((name) => `core/${name}`),
)
const omitted = new Set(['core/nextpage', 'core/spacer'])

export function wordpressToMarkdown(
  content: string,
  notes: ContentNotes,
  shortcodes: ShortcodeContext,
): string {
  const text = replaceShortcodes(content, shortcodes, (name) => notes.lost(`[${name}]`))
  const blocks = text.includes('<!-- wp:')
    ? mergedBlocks(parse(text)).flatMap((block) => fromBlock(block, notes))
    : [classic(text, notes)]
  const found = blocks.map((block) => block.trim()).filter((block) => block !== '')
  return found.length === 0 ? '' : `${found.join('\n\n')}\n`
}

function classic(text: string, notes: ContentNotes): string {
  return converted(impliedParagraphs(text), notes)
}

function converted(html: string, notes: ContentNotes, name?: string): string {
  const { markdown, kept, isRestyled } = htmlToMarkdown(html)
  if (isRestyled) notes.restyled()
  if (kept.length > 0) notes.kept(name ?? `<${kept[0]}>`)
  return markdown
}

const simple = new Set(['paragraph', 'heading', 'list', 'quote', 'separator'].map((name) => `core/${name}`))

/** Merges adjacent simple blocks, because one conversion is much faster than several. */
function mergedBlocks(blocks: readonly ParsedBlock[]): ParsedBlock[] {
  const merged: ParsedBlock[] = []
  for (const block of blocks) {
    if (block.blockName === null && block.innerHTML.trim() === '') continue
    const last = merged.at(-1)
    const isSimple = (of?: ParsedBlock) => of !== undefined && simple.has(of.blockName ?? '')
    if (!last || !isSimple(last) || !isSimple(block)) merged.push(block)
    else {
      const html = `${htmlOf(last)}\n${htmlOf(block)}`
      merged[merged.length - 1] = { ...last, innerBlocks: [], innerHTML: html, innerContent: [html] }
    }
  }
  return merged
}

const captionForm = /<figcaption\b[\s\S]*?<\/figcaption>/i

/** True if the block only arranges inner blocks. Older blocks also contain images or words themselves. */
const onlyArranges = ({ innerBlocks, innerHTML }: ParsedBlock): boolean =>
  innerBlocks.length > 0 &&
  !/<(img|video|iframe)\b/i.test(innerHTML) &&
  innerHTML
    .replace(captionForm, '')
    .replace(/<[^>]*>/g, '')
    .trim() === ''

function fromBlock(block: ParsedBlock, notes: ContentNotes): string[] {
  const { blockName, innerBlocks, innerHTML } = block
  if (blockName === null) return [classic(innerHTML, notes)]
  if (blockName === 'core/more') return ['<!--more-->']
  if (omitted.has(blockName)) return []
  if (layouts.has(blockName) && onlyArranges(block)) {
    notes.restyled()
    const caption = captionForm.exec(innerHTML)?.[0].replaceAll('figcaption', 'p')
    const inner = innerBlocks.flatMap((child) => fromBlock(child, notes))
    return caption === undefined ? inner : [...inner, converted(caption, notes)]
  }
  if (blockName === 'core/embed') return [embed(block, notes)]
  const html = htmlOf(block)
  if (html.trim() === '') {
    notes.lost(blockName)
    return [
      `<!-- ${blockName.replace('core/', 'wp:')} ${JSON.stringify(block.attrs ?? {}).replaceAll('--', '-\\u002d')} -->`,
    ]
  }
  return [converted(html, notes, simple.has(blockName) ? undefined : blockName)]
}

/** HTML of a block, with its inner blocks inserted. */
function htmlOf({ innerContent, innerBlocks }: ParsedBlock): string {
  let next = 0
  return innerContent.map((part) => part ?? htmlOf(innerBlocks[next++] as ParsedBlock)).join('')
}

/** Converts an embedded page to a link. */
function embed({ attrs, innerHTML }: ParsedBlock, notes: ContentNotes): string {
  const url = (attrs as { url?: unknown } | null)?.url
  if (typeof url !== 'string') return converted(innerHTML, notes, 'core/embed')
  notes.lost('core/embed')
  return `<${encodeURI(decodeURI(url))}>`
}
