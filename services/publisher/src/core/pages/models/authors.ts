/** Authors with the display name of their profile, else the username. */
import type { Profile, Site } from '../../site/site.ts'
import type { ResolveUrl } from '../addresses/addresses.ts'
import type { Route } from '../addresses/routes.ts'
import type { Taxonomies, Taxonomy, Term } from '../addresses/taxonomy.ts'
import { type ImageSources, imageSources } from './images.ts'

/** An author in a byline. */
export interface AuthorLink {
  readonly name: string
  readonly slug: string
  readonly url: string
}

/** An author as shown on the author's page and with each post. */
export interface AuthorModel extends AuthorLink {
  readonly absoluteUrl: string
  /** Plain text. */
  readonly bio: string | null
  readonly avatar: ImageSources | null
  readonly links: Profile['links']
}

export interface Authors {
  /** In the order of the names; omits names with an empty slug. */
  linksOf(names: readonly string[]): readonly AuthorLink[]
  modelsOf(names: readonly string[]): readonly AuthorModel[]
  nameOf(term: Pick<Term, 'name'>): string
}

/** Functions that return the address of a route, as a path or as an absolute URL. */
export interface RouteLinks {
  readonly url: (route: Route) => string
  readonly absoluteUrl: (route: Route) => string
}

const routeOf = (slug: string): Route => ({ kind: 'author', slug, page: 1 })

export function authorsOf(
  { profiles, media }: Pick<Site, 'profiles' | 'media'>,
  { termOf }: Taxonomy,
  { url, absoluteUrl, resolve }: RouteLinks & { readonly resolve: ResolveUrl },
): Authors {
  const byName = new Map(profiles.map((profile) => [profile.username.toLowerCase(), profile]))
  const profileOf = ({ name }: Pick<Term, 'name'>) => byName.get(name.toLowerCase())
  const nameOf = (term: Pick<Term, 'name'>) => profileOf(term)?.displayName ?? term.name
  const links = new Map<Term, AuthorLink>()
  const models = new Map<Term, AuthorModel>()

  function linkOf(term: Term): AuthorLink {
    const link = links.get(term) ?? { name: nameOf(term), slug: term.slug, url: url(routeOf(term.slug)) }
    links.set(term, link)
    return link
  }

  function modelOf(term: Term): AuthorModel {
    const known = models.get(term)
    if (known) return known
    const profile = profileOf(term)
    const avatar = profile?.avatar ?? null
    const model = {
      ...linkOf(term),
      absoluteUrl: absoluteUrl(routeOf(term.slug)),
      bio: profile?.bio ?? null,
      avatar:
        avatar === null
          ? null
          : imageSources(
              resolve,
              { url: avatar, alt: '' },
              media.find((file) => file.url === avatar),
            ),
      links: profile?.links ?? [],
    }
    models.set(term, model)
    return model
  }

  const termsOf = (names: readonly string[]) => [...new Set(names.flatMap((name) => termOf(name) ?? []))]
  return {
    // Avoids arrays, because most posts have one author.
    linksOf(names) {
      const [name = ''] = names
      if (names.length > 1) return termsOf(names).map(linkOf)
      const term = termOf(name)
      return term ? [linkOf(term)] : []
    },
    modelsOf: (names) => termsOf(names).map(modelOf),
    nameOf,
  }
}

/** The names of a byline: "Ada, Ben". */
export const bylineOf = (authors: readonly AuthorLink[]): string => authors.map(({ name }) => name).join(', ')

/** The avatars of authors with posts. */
export const avatarUrls = ({
  site,
  taxonomies,
}: {
  readonly site: Pick<Site, 'profiles'>
  readonly taxonomies: Taxonomies
}): readonly string[] =>
  site.profiles.flatMap(({ username, avatar }) =>
    avatar !== null && taxonomies.author.termOf(username) ? [avatar] : [],
  )
