import { Marked, type Token, Tokenizer, type Tokens } from 'marked'

const { prototype } = Tokenizer

/** Characters that may begin an inline token. */
const special = /[\\<![`*~_]/g
/** Matches text that may have a URL, an email address, a hard line break or a character reference. */
const eventful = /@|:\/\/|www\.|mailto:|xmpp:| {2}\n|&#/
/** Matches an email address up to its `@`, from the character that `special` has found. */
const addressPart = /[a-zA-Z0-9.!#$%&'*+/=?_`{|}~-]*@/y
const underline = /^ {0,3}(?:=+|-+)[ \t]*$/
const delimiterRow = /^ {0,3}[|:-]/

/**
 * Skips regular expressions of the library `marked` where they cannot match, because a failed match is slow.
 */
const quick = {
  inlineText(this: Tokenizer, source: string): Tokens.Text | undefined {
    const first = source.charAt(0)
    special.lastIndex = 1
    const end = special.exec(source)?.index ?? source.length
    const text = source.slice(0, end)
    addressPart.lastIndex = end
    if (first === '`' || first === '~' || eventful.test(text) || addressPart.test(source))
      return prototype.inlineText.call(this, source)
    return { type: 'text', raw: text, text, escaped: this.lexer.state.inRawBlock }
  },

  lheading(this: Tokenizer, source: string): Tokens.Heading | undefined {
    for (let at = source.indexOf('\n'); at >= 0; ) {
      const end = source.indexOf('\n', at + 1)
      const line = source.slice(at + 1, end < 0 ? source.length : end)
      if (line.trim() === '') return undefined
      if (underline.test(line)) return prototype.lheading.call(this, source)
      at = end
    }
    return undefined
  },

  table(this: Tokenizer, source: string): Tokens.Table | undefined {
    const at = source.indexOf('\n')
    if (at < 0 || !delimiterRow.test(source.slice(at + 1, at + 5))) return undefined
    return prototype.table.call(this, source)
  },
}

const raw = new Marked({ gfm: true, tokenizer: quick })
const safe = new Marked({
  gfm: true,
  tokenizer: {
    ...quick,
    tag(source) {
      const token = prototype.tag.call(this, source)
      this.lexer.state.inRawBlock = false
      return token
    },
  },
})

export const markdownTokens = (markdown: string, allowRawHtml = false): readonly Token[] =>
  (allowRawHtml ? raw : safe).lexer(markdown)
