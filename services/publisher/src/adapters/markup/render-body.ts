/** Markdown (GFM) to safe HTML. What is checked is the final HTML, whatever Markdown made of the source (D12.11). */
import { utf8 } from '@typecase/theme-engine/utf8'
import GithubSlugger from 'github-slugger'
import type { Unrenderable } from '../../core/ports.ts'
import { cutText, excerptLength } from '../../core/render/excerpt.ts'
import type { Heading } from '../../core/site/site.ts'
import { between, type RenderedBody } from './kept-body.ts'
import { markdownParser } from './markdown-parser.ts'
import { openUrls } from './open-urls.ts'
import { plainMarkdown } from './plain-markdown.ts'
import { type PlainMarkup, plainMarkup } from './plain-markup.ts'
import { plainText } from './plain-text.ts'
import { removedHtml } from './removed-html.ts'
import { safeHtml } from './safe-html.ts'
import { shownCharacters } from './shown-characters.ts'
import { shownHtml, withClosedFrames } from './shown-html.ts'

/** UTF-16 units of plain text that an excerpt is taken from: more than twice its code points. */
const textLength = 640
/** Headings that are listed; all of them are rendered. */
const headingsListed = 1000
/** UTF-16 units of HTML: a page must have room for it. A few kilobytes of a wide table come to more. */
const htmlLimit = 6_000_000

/** The body, unless its HTML is too long. @throws whatever a parser throws */
export function renderBody(markdown: string, allowRawHtml: boolean): RenderedBody | Unrenderable {
  const { html, headings, isRaw } = toHtml(markdown.replaceAll(between, '\ufffd'), allowRawHtml)
  if (html.length > htmlLimit) return { fault: `its HTML is longer than ${htmlLimit} characters` }
  const { pieces, urls, text } = (isRaw ? undefined : plainMarkup(html)) ?? checked(html, allowRawHtml)
  return {
    facts: {
      urls,
      headings: JSON.stringify(headings.slice(0, headingsListed)),
      excerpt: cutText(beginning(text), excerptLength),
      words: countWords(text),
    },
    html: utf8(pieces.join(between)),
  }
}

/** The same, with what its page does not show of the author's HTML. */
export function checkedBody(markdown: string, allowRawHtml: boolean): RenderedBody | Unrenderable {
  const body = renderBody(markdown, allowRawHtml)
  return 'fault' in body ? body : { ...body, removed: allowRawHtml ? [] : removedHtml(markdown) }
}

/** Of a pair of units neither goes without the other. */
function beginning(text: string): string {
  const end = /[\ud800-\udbff]/.test(text.charAt(textLength - 1)) ? textLength - 1 : textLength
  return text.slice(0, end)
}

/** One blank stands between two words. */
function countWords(text: string): number {
  if (text === '') return 0
  let words = 1
  for (let at = text.indexOf(' '); at >= 0; at = text.indexOf(' ', at + 1)) words += 1
  return words
}

function checked(html: string, allowRawHtml: boolean): PlainMarkup {
  if (allowRawHtml) return { ...openUrls(html), text: plainText(html) }
  const safe = safeHtml(html)
  return { ...openUrls(safe), text: plainText(safe) }
}

/** What one body collects on the way; rendering is synchronous, so there is one at most. */
let found = nothing(true)

function nothing(allowRawHtml: boolean, shown = (html: string) => html) {
  return { headings: [] as Heading[], slugger: new GithubSlugger(), isRaw: false, allowRawHtml, shown }
}

/** With the headings, each of which gets an id as on GitHub; `isRaw` where the author wrote HTML, which may be anything. */
function toHtml(markdown: string, allowRawHtml: boolean): { html: string; headings: Heading[]; isRaw: boolean } {
  // A source has no characters that a page has no place for, but may name them.
  found = nothing(allowRawHtml, markdown.includes('&#') ? (html) => shownCharacters(html, allowRawHtml) : undefined)
  const plain = plainMarkdown(markdown, { inline: (text) => marked.parseInline(text, { async: false }), heading: headingHtml })
  const html = found.shown(plain ?? marked.parse(markdown, { async: false }))
  return { html: found.isRaw && !allowRawHtml ? withClosedFrames(html) : html, headings: found.headings, isRaw: found.isRaw }
}

function headingHtml(inner: string, depth: number): string {
  const shown = found.shown(inner)
  const html = found.isRaw && !found.allowRawHtml ? withClosedFrames(shown) : shown
  const text = (found.isRaw ? undefined : plainMarkup(html)?.text) ?? plainText(safeHtml(html))
  const id = found.slugger.slug(text) || found.slugger.slug('section')
  found.headings.push({ level: depth, text, id })
  return `<h${depth} id="${id}">${html}</h${depth}>\n`
}

function rawHtml(source: string): string {
  found.isRaw = true
  return found.allowRawHtml ? source : shownHtml(source)
}

const marked = markdownParser({ heading: headingHtml, html: rawHtml, escapesAllText: () => !found.allowRawHtml })
