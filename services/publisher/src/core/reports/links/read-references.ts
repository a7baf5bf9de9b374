/** What the references of a page mean, which were found where it was rendered. */
import { fragmentOf, isTop, type LinkSite, ownLink } from './own-link.ts'
import { plain } from './references.ts'

/** What a page refers to, and what of it may be referred to. */
export interface References {
  /** Its ids, each once, separated by blanks. */
  readonly ids: string
  /** Its links to the site itself, each once, a path from the root of its host. */
  readonly links: readonly string[]
}

/** What `referencesIn` found on that page, in steps of some addresses: a hostile theme may write half a million into one page. */
export type ReadReferences = (found: string, page: string) => Generator<void, References>

const addressesAStep = 500

/** Addresses that are remembered at a time: most stand on many pages. */
const mostKnown = 50_000

/**
 * Reads the references of many pages of a site. A link to an id of the same page is none, for nothing can break it. Equal lines are
 * the same text, and keep no page in memory.
 */
export function referenceReader(site: LinkSite): ReadReferences {
  /** By what is written: those that lead to the same place from every page. */
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

/** A part of a longer text keeps all of that in memory. */
const apart = (text: string): string => Buffer.from(text).toString()
