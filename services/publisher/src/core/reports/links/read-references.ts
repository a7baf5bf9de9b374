import { fragmentOf, isTop, type LinkSite, ownLink } from './own-link.ts'
import { plain } from './references.ts'

export interface References {
  readonly ids: string
  readonly links: readonly string[]
}

/** Yields between steps, because a hostile theme can write half a million addresses into a page. */
export type ReadReferences = (found: string, page: string) => Generator<void, References>

const addressesAStep = 500

const mostKnown = 50_000

/**
 * Returns a function that reads the output of `referencesIn`. Omits links to existing ids of the same page.
 * Equal links are the same string.
 */
export function referenceReader(site: LinkSite): ReadReferences {
  /** Cached links by absolute path, because such a path resolves to the same link on every page. */
  let known = new Map<string, string | undefined>()

  function fromAnywhere(address: string): string | undefined {
    if (known.has(address)) return known.get(address)
    if (known.size >= mostKnown) known = new Map()
    const written = apart(address)
    const link = ownLink(plain(written).trim(), '', site)
    known.set(written, link)
    return link
  }

  function fromHere(address: string, page: string, ids: ReadonlySet<string>): string | undefined {
    const link = apart(plain(address).trim())
    const isWithin = link.startsWith('#') && (isTop(link) || ids.has(fragmentOf(link)))
    return isWithin ? undefined : ownLink(link, page, site)
  }

  return function* (found, page) {
    const [written = '', ...addresses] = found.split('\n')
    const ids = new Set(written.split(' '))
    const links = new Set<string>()
    const take = (link: string | undefined): void => {
      if (link !== undefined) links.add(link)
    }
    for (const [index, address] of addresses.entries()) {
      take(address.startsWith('/') ? fromAnywhere(address) : fromHere(address, page, ids))
      if (index % addressesAStep === addressesAStep - 1) yield
    }
    return { ids: apart([...ids].join(' ')), links: [...links] }
  }
}

/** Copies the text, because V8 keeps the whole page in memory for a slice of it. */
const apart = (text: string): string => Buffer.from(text).toString()
