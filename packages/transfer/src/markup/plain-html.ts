/** Decides which HTML can be expressed in Markdown, and whether two trees have the same meaning. */
import type { Element, ElementContent, Root, RootContent } from 'hast'

const elements = new Set(
  'p h1 h2 h3 h4 h5 h6 strong b em i del s strike code pre a img br hr ul ol li blockquote table thead tbody tr th td figure'.split(
    ' ',
  ),
)
const synonyms: Readonly<Record<string, string>> = { b: 'strong', i: 'em', s: 'del', strike: 'del' }
/** Attributes with meaning, by element. */
const meaningful: Readonly<Record<string, readonly string[]>> = {
  a: ['href', 'title'],
  img: ['src', 'alt', 'title'],
  ol: ['start'],
  th: ['align'],
  td: ['align'],
}
/** Attributes for styling and loading. They are omitted; only the loss of visible styling is reported. */
const styling = new Set(
  'className style width height loading decoding srcSet sizes target rel fetchPriority border cellPadding cellSpacing'.split(
    ' ',
  ),
)

type Node = RootContent | ElementContent

/** True if Markdown can express the node without its styling. */
export function isPlain(node: Node): boolean {
  if (node.type === 'text') return true
  if (node.type !== 'element' || !elements.has(node.tagName)) return false
  const allowed = meaningful[node.tagName] ?? []
  const isKnown = Object.entries(node.properties).every(
    ([name, value]) => allowed.includes(name) || styling.has(name) || value === false || value === null,
  )
  return isKnown && node.children.every((child) => isPlain(child))
}

export interface PlainForm {
  readonly nodes: Element[]
  readonly isRestyled: boolean
}

/** Removes styling, wraps inline nodes in a paragraph, and unwraps figures around an image or a table. */
export function plainForm(nodes: readonly RootContent[]): PlainForm | undefined {
  let isRestyled = false
  const plain = (node: ElementContent): ElementContent[] => {
    if (node.type !== 'element') return node.type === 'text' ? [node] : []
    const { tagName, properties, children } = node
    const kept = Object.entries(properties).filter(([name, value]) => {
      const hasMeaning = (meaningful[tagName] ?? []).includes(name) || isLanguage(tagName, value)
      if (!hasMeaning && !isGenerated(name, value)) isRestyled = true
      return hasMeaning
    })
    const inner = children.flatMap(plain)
    if (tagName === 'figure') return unwrapped(inner)
    const name = synonyms[tagName] ?? tagName
    return [{ type: 'element', tagName: name, properties: Object.fromEntries(kept), children: inner }]
  }
  const all = (nodes as readonly ElementContent[]).flatMap(plain)
  const isBlock =
    all.length === 1 &&
    all[0]?.type === 'element' &&
    !['a', 'img', 'br', 'strong', 'em', 'del', 'code'].includes(all[0].tagName)
  const form: Element[] = isBlock
    ? (all as Element[])
    : [{ type: 'element', tagName: 'p', properties: {}, children: all }]
  return { nodes: form, isRestyled }
}

const isLanguage = (tagName: string, value: unknown): boolean =>
  tagName === 'code' && Array.isArray(value) && value.some((name) => String(name).startsWith('language-'))

/** True for loading attributes and generated classes without visible effect. */
function isGenerated(name: string, value: unknown): boolean {
  if (['loading', 'decoding', 'srcSet', 'sizes', 'rel', 'fetchPriority', 'width', 'height'].includes(name))
    return true
  const classes = name === 'className' && Array.isArray(value) ? value.map(String) : undefined
  return (
    classes?.every((part) =>
      /^(wp-block-|wp-image-|size-|wp-element|attachment-|alignnone$|kg-|language-)/.test(part),
    ) ?? false
  )
}

/** Returns the content of a figure; wraps a single image in a paragraph. */
function unwrapped(children: readonly ElementContent[]): ElementContent[] {
  const content = children.filter((node) => node.type !== 'text' || node.value.trim() !== '')
  const isInline = content.every((node) => node.type === 'element' && ['img', 'a'].includes(node.tagName))
  return isInline ? [{ type: 'element', tagName: 'p', properties: {}, children: content }] : content
}

/** Elements whose text looks the same with and without paragraphs. */
const holders = new Set(['li', 'blockquote'])

/** Compares elements, destinations and words, ignoring white space. */
export const sameMeaning = (a: Root, b: Root): boolean => meaningOf(a) === meaningOf(b)

function meaningOf(root: Root): string {
  const parts: string[] = []
  let text = ''
  const flush = (): void => {
    if (text.trim() !== '') parts.push(JSON.stringify(text.replace(/\s+/g, ' ').trim()))
    text = ''
  }
  const walk = (node: Root | Node, isPre: boolean, parent: string): void => {
    if (node.type === 'text') {
      if (isPre) parts.push(JSON.stringify(node.value.replace(/\n$/, '')))
      else text += node.value
      return
    }
    if (node.type !== 'element' && node.type !== 'root') return
    const name = node.type === 'element' ? node.tagName : ''
    // `tbody` is skipped, because the rows imply it.
    const isTransparent = name === '' || name === 'tbody' || (name === 'p' && holders.has(parent))
    if (!isTransparent || name === 'p') flush()
    if (!isTransparent) {
      parts.push(`<${name}${node.type === 'element' ? attributesOf(node) : ''}>`)
    }
    for (const child of node.children) walk(child, isPre || name === 'pre', name)
    if (!isTransparent) {
      flush()
      parts.push('>')
    } else if (name === 'p') flush()
  }
  walk(root, false, '')
  flush()
  return parts.join('')
}

function attributesOf({ tagName, properties }: Element): string {
  const names = [...(meaningful[tagName] ?? []), ...(tagName === 'code' ? ['className'] : [])]
  return names
    .map((name) => [name, properties[name]] as const)
    .filter(
      ([name, value]) => value !== undefined && value !== '' && !(name === 'start' && Number(value) === 1),
    )
    .map(([name, value]) => ` ${name}=${comparable(name, value)}`)
    .join('')
}

const comparable = (name: string, value: unknown): string =>
  JSON.stringify(
    name === 'href' || name === 'src' ? decoded(String(value)) : String(value).replace(/\s+/g, ' '),
  )

function decoded(url: string): string {
  try {
    return decodeURI(url)
  } catch {
    return url
  }
}
