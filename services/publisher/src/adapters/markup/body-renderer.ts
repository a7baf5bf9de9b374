import GithubSlugger from 'github-slugger'
import type { Token, Tokens } from 'marked'
import type { Heading } from '../../core/site/site.ts'
import { type BodyWriter, escapedAttribute, withEvenSpace } from './body-writer.ts'
import { type BodyOptions, InlineRenderer } from './inline-renderer.ts'

/** Maximum code points in the label of a task's checkbox. */
const labelLength = 100

export class BodyRenderer {
  readonly headings: Heading[] = []
  readonly #inline: InlineRenderer
  readonly #slugger = new GithubSlugger()

  constructor(options: BodyOptions) {
    this.#inline = new InlineRenderer(options)
  }

  get writer(): BodyWriter {
    return this.#inline.writer
  }

  get isRaw(): boolean {
    return this.#inline.isRaw
  }

  blocks(tokens: readonly Token[]): void {
    for (const token of tokens) this.#block(token)
  }

  #block(token: Token): void {
    switch (token.type) {
      case 'paragraph':
        this.writer.open('p')
        this.#inline.write(token.tokens)
        this.#endOf('p')
        break
      case 'heading':
        this.#heading(token as Tokens.Heading)
        break
      case 'code':
        this.#code(token as Tokens.Code)
        break
      case 'blockquote':
        this.writer.open('blockquote')
        this.writer.line()
        this.blocks(token.tokens ?? [])
        this.#endOf('blockquote')
        break
      case 'list':
        this.#list(token as Tokens.List)
        break
      case 'table':
        this.#table(token as Tokens.Table)
        break
      case 'hr':
        this.writer.void('hr')
        this.writer.line()
        break
      case 'html':
        this.#inline.html(token.text)
        break
      case 'text':
        if (token.tokens) this.#inline.write(token.tokens)
        else this.#inline.text(token as Tokens.Text)
        break
      case 'checkbox':
      case 'space':
      case 'def':
        break
      default:
        throw new Error(`marked has an unexpected block: ${token.type}`)
    }
  }

  #endOf(name: string): void {
    if (name === 'p') this.writer.closeSafe('p')
    else this.writer.close(name)
    this.writer.line()
  }

  #heading({ tokens, depth }: Tokens.Heading): void {
    const name = `h${depth}`
    this.writer.enter(name)
    this.writer.around(
      () => this.#inline.write(tokens),
      (written) => {
        const text = withEvenSpace(written)
        const id = this.#slugger.slug(text) || this.#slugger.slug('section')
        this.headings.push({ level: depth, text, id })
        return `<${name} id="${escapedAttribute(id)}">`
      },
    )
    this.#endOf(name)
  }

  #code({ text, lang }: Tokens.Code): void {
    const { writer } = this
    const language = this.#inline.attribute(/^\S*/.exec(lang ?? '')?.[0] ?? '').split(/\s/, 1)[0]
    writer.open('pre')
    writer.open('code', language ? ` class="language-${escapedAttribute(language)}"` : '')
    if (text !== '') writer.write(text.endsWith('\n') ? text : `${text}\n`)
    writer.close('code')
    this.#endOf('pre')
  }

  #list({ ordered, start, items }: Tokens.List): void {
    const { writer } = this
    const name = ordered ? 'ol' : 'ul'
    writer.open(name, ordered && start !== 1 ? ` start="${Number(start)}"` : '')
    writer.line()
    for (const item of items) {
      writer.open('li')
      if (item.task) this.#task(item)
      else this.blocks(item.tokens)
      this.#endOf('li')
    }
    this.#endOf(name)
  }

  /** Labels the checkbox with the text of the task. */
  #task({ tokens, checked }: Tokens.ListItem): void {
    const isLoose = tokens[0]?.type === 'paragraph'
    if (isLoose) this.writer.enter('p')
    this.writer.around(
      () => (isLoose ? this.#looseTask(tokens) : this.blocks(tokens)),
      (written) => {
        const label = Array.from(withEvenSpace(written)).slice(0, labelLength).join('')
        const named = label === '' ? ' aria-label' : ` aria-label="${escapedAttribute(label)}"`
        return `${isLoose ? '<p>' : ''}<input${checked ? ' checked' : ''} disabled type="checkbox"${named} /> `
      },
    )
  }

  #looseTask([first, ...rest]: readonly Token[]): void {
    this.#inline.write(first && 'tokens' in first ? first.tokens : [])
    this.#endOf('p')
    this.blocks(rest)
  }

  #table({ header, rows }: Tokens.Table): void {
    const { writer } = this
    writer.open('table')
    writer.line()
    writer.open('thead')
    writer.line()
    this.#row(header)
    this.#endOf('thead')
    if (rows.length > 0) {
      writer.open('tbody')
      for (const row of rows) this.#row(row)
      writer.close('tbody')
    }
    this.#endOf('table')
  }

  #row(cells: readonly Tokens.TableCell[]): void {
    const { writer } = this
    writer.open('tr')
    writer.line()
    for (const { header, align, tokens } of cells) {
      const name = header ? 'th' : 'td'
      // Uses a style, because the attribute `align` that GFM specifies is obsolete in HTML.
      writer.open(name, align ? ` style="text-align:${align}"` : '')
      this.#inline.write(tokens)
      this.#endOf(name)
    }
    this.#endOf('tr')
  }
}
