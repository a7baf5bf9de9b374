/** HTML as the site shows it: with what a browser shows, and what is left where a tag is not allowed. */
import { type DefaultTreeAdapterTypes, defaultTreeAdapter, html, Parser, type Token } from 'parse5'

type Tree = DefaultTreeAdapterTypes.DefaultTreeAdapterMap

/** The site drops their tags and keeps the images in them, which the parser would drop or put aside. */
const dropped = new Set(['select', 'template'])

/** The tree of what stands in a `body`; every node knows its place in the source. */
export function parsedHtml(source: string): DefaultTreeAdapterTypes.DocumentFragment {
  const body = defaultTreeAdapter.createElement(html.TAG_NAMES.BODY, html.NS.HTML, [])
  const parser = Parser.getFragmentParser<Tree>(body, {
    sourceCodeLocationInfo: true,
    scriptingEnabled: false,
  })
  const reading =
    (read: (token: Token.TagToken) => void) =>
    (token: Token.TagToken): void => {
      // An element of an unknown name is one like any other.
      if (dropped.has(token.tagName)) token.tagID = html.TAG_ID.UNKNOWN
      read.call(parser, token)
    }
  parser.onStartTag = reading(parser.onStartTag)
  parser.onEndTag = reading(parser.onEndTag)
  parser.tokenizer.write(source, true)
  return parser.getFragment()
}
