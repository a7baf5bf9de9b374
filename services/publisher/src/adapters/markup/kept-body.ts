/** The two forms of a rendered body: on its way from a process, and as the core has it. */
import type { RemovedHtml, Unrenderable } from '../../core/ports.ts'
import type { Body } from '../../core/site/site.ts'
import type { BodyPacks, PackedBody } from './body-packs.ts'

export interface RenderedBody {
  readonly facts: Pick<Body, 'urls' | 'excerpt' | 'words'> & {
    /** As JSON: a site has a hundred thousand of them, and a page needs its own when it is rendered. */
    readonly headings: string
  }
  /** The pieces, in UTF-8, `between` between them. */
  readonly html: Uint8Array
  /** Where it was asked for. */
  readonly removed?: readonly RemovedHtml[]
}

/** Stands in no piece: the renderer sees to that. */
export const between = '\0'

export const bodyFrom = (digest: string, { facts, html }: RenderedBody): Body => ({
  digest,
  ...facts,
  headings: headingsOf(facts.headings),
  pieces: piecesOf(Buffer.from(html)),
})

/**
 * Its HTML stays where it is kept until somebody asks for it. A class, because V8 keeps each object with a getter of its own as a
 * table, in five times the memory.
 */
export class BodyInPack implements Body {
  readonly digest: string
  readonly urls: Body['urls']
  readonly excerpt: string
  readonly words: number
  readonly #headings: string
  readonly #packs: Pick<BodyPacks, 'html'>

  constructor(
    digest: string,
    { urls, headings, excerpt, words }: RenderedBody['facts'],
    packs: Pick<BodyPacks, 'html'>,
  ) {
    this.digest = digest
    this.urls = urls
    this.excerpt = excerpt
    this.words = words
    this.#headings = headings
    this.#packs = packs
  }

  get headings(): Body['headings'] {
    return headingsOf(this.#headings)
  }

  get pieces(): readonly string[] {
    return piecesOf(this.#packs.html(this.digest))
  }
}

export const packed = (
  key: string,
  outcome: RenderedBody | Unrenderable | undefined,
): readonly (readonly [string, PackedBody])[] => (outcome && !('fault' in outcome) ? [[key, outcome]] : [])

const headingsOf = (json: string): Body['headings'] => JSON.parse(json) as Body['headings']

const piecesOf = (html: Buffer): readonly string[] => html.toString().split(between)
