/** Plans the feeds of a site. The same posts result in the same bytes, at any time. */
import type { Post } from '../../site/site.ts'
import { type Term, termsOfAll } from '../addresses/taxonomy.ts'
import type { Context } from '../models/context.ts'
import { type Digest, lazyText, type PlannedText } from '../planned.ts'
import { atomFormat } from './atom.ts'
import { joined, utf8 } from './bytes.ts'
import {
  authorsOf,
  type FeedFormat,
  type FeedList,
  type FeedName,
  feedNames,
  postsOfFeed,
  siteFeed,
  siteFeedPaths,
  summaryOf,
  termFeed,
  termsOf,
} from './feed-list.ts'
import { jsonFormat } from './json-feed.ts'
import { rssFormat } from './rss.ts'

/** Increment when the same posts result in other bytes. */
const formatVersion = 4

const formats: Readonly<Record<FeedName, FeedFormat>> = { rss: rssFormat, atom: atomFormat, json: jsonFormat }

interface CachedEntry {
  /** Digest of the inputs of the entry, the same for every format. */
  readonly digest: string
  readonly bytes: Partial<Record<FeedName, Uint8Array>>
}

/** Cached entries and feeds. The next plan reuses them if it has the same settings and addresses. */
export interface FeedMemory {
  readonly entries: WeakMap<Post, CachedEntry>
  readonly terms: WeakMap<Term, readonly PlannedText[]>
  /** The feeds of the last plan, which may have been aborted. */
  last?: Feeds
}

export const feedMemory = (): FeedMemory => ({ entries: new WeakMap(), terms: new WeakMap() })

export function feedFiles(
  context: Context,
  digest: Digest,
  memory: FeedMemory = feedMemory(),
): readonly PlannedText[] {
  const feeds = new Feeds(context, digest, memory)
  memory.last = feeds
  const newest = siteFeed(context, postsOfFeed.site)
  return [
    feeds.file('rss', siteFeed(context, Number.POSITIVE_INFINITY)),
    feeds.file('atom', newest),
    feeds.file('json', newest),
    ...termsOfAll(context.taxonomies).flatMap((term) => feeds.ofTerm(term)),
  ]
}

/** Paths of all feeds of these terms. */
export const feedPaths = (terms: readonly Pick<Term, 'type' | 'slug'>[]): readonly string[] => [
  ...siteFeedPaths,
  ...terms.flatMap(({ type, slug }) => Object.values(feedNames).map((name) => `${type}/${slug}/${name}`)),
]

/**
 * Returns a function that computes the text with the last plan. Not created inside of `Feeds`, because a
 * function there would retain the site of an older plan.
 */
const termText = (memory: FeedMemory, name: FeedName, term: Term) => () =>
  lastOf(memory).textOfTerm(name, term)

function lastOf({ last }: FeedMemory): Feeds {
  if (!last) throw new Error('a feed of a term exists without a plan')
  return last
}

class Feeds {
  readonly #context: Context
  readonly #digest: Digest
  readonly #memory: FeedMemory

  constructor(context: Context, digest: Digest, memory: FeedMemory) {
    this.#context = context
    this.#digest = digest
    this.#memory = memory
  }

  ofTerm(term: Term): readonly PlannedText[] {
    const known = this.#memory.terms.get(term) ?? this.#planned(term)
    this.#memory.terms.set(term, known)
    return known
  }

  #planned(term: Term): readonly PlannedText[] {
    const list = termFeed(this.#context, term)
    return (['rss', 'atom', 'json'] as const).map((name) =>
      lazyText(list.folder + feedNames[name], this.#digestOf(name, list), termText(this.#memory, name, term)),
    )
  }

  textOfTerm(name: FeedName, term: Term): Uint8Array {
    return this.#bytes(name, termFeed(this.#context, term))
  }

  file(name: FeedName, list: FeedList): PlannedText {
    return lazyText(list.folder + feedNames[name], this.#digestOf(name, list), () => this.#bytes(name, list))
  }

  #digestOf(name: FeedName, list: FeedList): string {
    const keys = list.posts.map((post) => this.#cached(post).digest)
    return this.#digest([formats[name].open(this.#context, list), ...keys].join('\n'))
  }

  #bytes(name: FeedName, list: FeedList): Uint8Array {
    const { open, separator, close } = formats[name]
    const parts: Uint8Array[] = [utf8.encode(open(this.#context, list))]
    for (const [at, post] of list.posts.entries()) {
      if (at > 0 && separator) parts.push(utf8.encode(separator))
      parts.push(this.#entry(name, post, list))
    }
    return joined([...parts, utf8.encode(close)])
  }

  #entry(name: FeedName, post: Post, { folder }: FeedList): Uint8Array {
    const { bytes } = this.#cached(post)
    const entry = bytes[name] ?? utf8.encode(formats[name].entry(this.#context, post))
    // Not cached for the feeds of terms: that would take too much memory on sites with many terms.
    if (folder === '') bytes[name] = entry
    return entry
  }

  #cached(post: Post): CachedEntry {
    const known = this.#memory.entries.get(post)
    if (known) return known
    const fresh = { digest: this.#digest(JSON.stringify(this.#inputs(post))), bytes: {} }
    this.#memory.entries.set(post, fresh)
    return fresh
  }

  #inputs(post: Post): readonly unknown[] {
    const { id, title, publishedAt, updatedAt, featuredImage, body } = post
    const { absoluteUrl, routeOf, resolveAbsolute } = this.#context
    return [
      ...[formatVersion, id, title, absoluteUrl(routeOf(post)), publishedAt, updatedAt],
      ...[authorsOf(this.#context, post), termsOf(post), summaryOf(post)],
      ...[featuredImage && resolveAbsolute(featuredImage.url)],
      ...[body.digest, body.urls.map(resolveAbsolute)],
    ]
  }
}
