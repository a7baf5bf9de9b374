import type { RemovedHtml, Unrenderable } from '../../core/ports.ts'
import type { Body } from '../../core/site/site.ts'
import type { BodyFiles, StoredBody } from './body-files.ts'

export interface RenderedBody {
  readonly facts: Pick<Body, 'urls' | 'excerpt' | 'words'> & {
    /** JSON that is parsed when the page is rendered. */
    readonly headings: string
  }
  readonly html: Uint8Array
  readonly removed?: readonly RemovedHtml[]
}

/** Separates the pieces of a body. No piece contains it. */
export const between = '\0'

export const bodyFrom = (digest: string, { facts, html }: RenderedBody): Body => ({
  digest,
  ...facts,
  headings: headingsOf(facts.headings),
  pieces: piecesOf(Buffer.from(html)),
})

/**
 * A body whose HTML is read from its file. A class, because in V8 an object literal with a getter takes five
 * times the memory.
 */
export class BodyInFile implements Body {
  readonly digest: string
  readonly urls: Body['urls']
  readonly excerpt: string
  readonly words: number
  readonly #headings: string
  readonly #files: BodyFiles

  constructor(digest: string, { urls, headings, excerpt, words }: RenderedBody['facts'], files: BodyFiles) {
    this.digest = digest
    this.urls = urls
    this.excerpt = excerpt
    this.words = words
    this.#headings = headings
    this.#files = files
  }

  get headings(): Body['headings'] {
    return headingsOf(this.#headings)
  }

  get pieces(): readonly string[] {
    const body = this.#files.read(this.digest)
    if (!body) throw new Error('the file of a rendered body was deleted while the publisher ran')
    return piecesOf(Buffer.from(body.html))
  }
}

export const stored = (
  key: string,
  outcome: RenderedBody | Unrenderable | undefined,
): readonly (readonly [string, StoredBody])[] => (outcome && !('error' in outcome) ? [[key, outcome]] : [])

const headingsOf = (json: string): Body['headings'] => JSON.parse(json) as Body['headings']

const piecesOf = (html: Buffer): readonly string[] => html.toString().split(between)
