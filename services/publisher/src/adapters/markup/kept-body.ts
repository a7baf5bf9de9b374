/** The two forms of a rendered body: on its way from a process, and as the core has it. */
import type { Unrenderable } from '../../core/ports.ts'
import type { Body } from '../../core/site/site.ts'
import type { BodyPacks, PackedBody } from './body-packs.ts'

export interface RenderedBody {
  readonly facts: Pick<Body, 'urls' | 'headings' | 'excerpt' | 'words'>
  /** The pieces, in UTF-8, `between` between them. */
  readonly html: Uint8Array
}

/** Stands in no piece: the renderer sees to that. */
export const between = '\0'

export const bodyFrom = (digest: string, { facts, html }: RenderedBody): Body => ({ digest, ...facts, pieces: piecesOf(Buffer.from(html)) })

/**
 * Its HTML stays where it is kept until somebody asks for it. A class, because V8 keeps each object with a getter of its own as a
 * table, in five times the memory.
 */
export class BodyInPack implements Body {
  readonly digest: string
  readonly urls: Body['urls']
  readonly headings: Body['headings']
  readonly excerpt: string
  readonly words: number
  readonly #packs: Pick<BodyPacks, 'html'>

  constructor(digest: string, { urls, headings, excerpt, words }: RenderedBody['facts'], packs: Pick<BodyPacks, 'html'>) {
    this.digest = digest
    this.urls = urls
    this.headings = headings
    this.excerpt = excerpt
    this.words = words
    this.#packs = packs
  }

  get pieces(): readonly string[] {
    return piecesOf(this.#packs.html(this.digest))
  }
}

export const packed = (key: string, outcome: RenderedBody | Unrenderable | undefined): readonly (readonly [string, PackedBody])[] =>
  outcome && !('fault' in outcome) ? [[key, outcome]] : []

const piecesOf = (html: Buffer): readonly string[] => html.toString().split(between)
