import { createRequire } from 'node:module'
import type * as htmlparser2 from 'htmlparser2'

let loaded: typeof htmlparser2 | undefined

/** Loads htmlparser2 on first use, because most bodies have no HTML. */
export function htmlparser(): typeof htmlparser2 {
  loaded ??= createRequire(import.meta.url)('htmlparser2') as typeof htmlparser2
  return loaded
}

const nothing = () => undefined

/** Tokenizes HTML as a browser does. */
export function tokenize(
  html: string,
  callbacks: Partial<htmlparser2.TokenizerCallbacks>,
  options: { readonly decodeEntities?: boolean } = {},
): void {
  const tokenizer = new (htmlparser().Tokenizer)(options, { ...ignored, ...callbacks })
  tokenizer.write(html)
  tokenizer.end()
}

const ignored: htmlparser2.TokenizerCallbacks = {
  onattribdata: nothing,
  onattribend: nothing,
  onattribentity: nothing,
  onattribname: nothing,
  oncdata: nothing,
  onclosetag: nothing,
  oncomment: nothing,
  ondeclaration: nothing,
  onend: nothing,
  onopentagend: nothing,
  onopentagname: nothing,
  onprocessinginstruction: nothing,
  onselfclosingtag: nothing,
  ontext: nothing,
  ontextentity: nothing,
}
